/**
 * The shapes of tiles and bugs, equal to those of `render::symbols`, which a test checks.
 * All are centered on the origin; neighbors in a row are 173.2 apart, and rows are 150 apart.
 */
export const SYMBOLS = `<g id="tile-w">
<polygon points="0.0,-79.0 68.5,-39.5 68.5,39.5 0.0,79.0 -68.5,39.5 -68.5,-39.5" fill="#bfae84" stroke="#bfae84" stroke-width="24.2" stroke-linejoin="round"/>
<polygon points="0.0,-79.0 68.5,-39.5 68.5,39.5 0.0,79.0 -68.5,39.5 -68.5,-39.5" fill="#fbf4e0" stroke="#fbf4e0" stroke-width="14.9" stroke-linejoin="round"/>
</g>
<g id="tile-b">
<polygon points="0.0,-79.0 68.5,-39.5 68.5,39.5 0.0,79.0 -68.5,39.5 -68.5,-39.5" fill="#6f6f7a" stroke="#6f6f7a" stroke-width="24.2" stroke-linejoin="round"/>
<polygon points="0.0,-79.0 68.5,-39.5 68.5,39.5 0.0,79.0 -68.5,39.5 -68.5,-39.5" fill="#232328" stroke="#232328" stroke-width="14.9" stroke-linejoin="round"/>
</g>
<polygon id="edge" points="0.0,-87.4 75.7,-43.7 75.7,43.7 0.0,87.4 -75.7,43.7 -75.7,-43.7" fill="none" stroke-linejoin="round"/>
<g id="queen"><g fill="currentColor" stroke="none"><g opacity="0.5"><ellipse cx="38" cy="-10" rx="30" ry="15"
transform="rotate(-22 38 -10)"/><ellipse cx="-38" cy="-10" rx="30" ry="15" transform="rotate(22 -38 -10)"/>
<ellipse cx="36" cy="14" rx="23" ry="11" transform="rotate(20 36 14)"/><ellipse cx="-36" cy="14" rx="23" ry="11"
transform="rotate(-20 -36 14)"/></g><path d="M-23 8C-31 30-16 54 0 67C16 54 31 30 23 8C14-4-14-4-23 8Z"/>
<circle cy="-12" r="18"/><circle cy="-39" r="15"/></g><path d="M-9-50Q-12-62-22-64M9-50Q12-62 22-64" fill="none"
stroke="currentColor" stroke-width="5" stroke-linecap="round"/><path d="M-26 17Q0 25 26 17M-24 33Q0 41 24 33
M-16 48Q0 54 16 48" fill="none" stroke-width="6"/><g stroke="none"><circle cx="-6" cy="-43" r="4"/><circle cx="6"
cy="-43" r="4"/></g>
</g>
<use id="wQ" href="#queen" color="#dc9a00" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bQ" href="#queen" color="#ffc92e" fill="#232328" stroke="#232328"/>
<g id="spider"><path d="M8-26L27-42L22-66M-8-26L-27-42L-22-66M12-20L43-33L55-58M-12-20L-43-33L-55-58M12-10L45 4L61 34
M-12-10L-45 4L-61 34M9-2L33 25L36 64M-9-2L-33 25L-36 64" fill="none" stroke="currentColor" stroke-width="6.5"
stroke-linecap="round" stroke-linejoin="round"/><g fill="currentColor" stroke="none"><circle cy="-20" r="18"/>
<ellipse cy="27" rx="26" ry="30"/></g><path d="M0 12V44M-11 22H11" fill="none" stroke-width="6"/><g stroke="none">
<circle cx="-6" cy="-27" r="4"/><circle cx="6" cy="-27" r="4"/></g>
</g>
<use id="wS" href="#spider" color="#7a4a21" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bS" href="#spider" color="#bb7b46" fill="#232328" stroke="#232328"/>
<g id="beetle"><path d="M26-14L50-28L54-46M-26-14L-50-28L-54-46M32 10L60 6M-32 10L-60 6M28 34L52 46L54 62M-28 34L-52 46L-54 62
M8-44Q26-48 16-66M-8-44Q-26-48-16-66" fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round"
stroke-linejoin="round"/><g fill="currentColor" stroke="none"><ellipse cy="20" rx="37" ry="46"/><ellipse cy="-24"
rx="28" ry="17"/><ellipse cy="-42" rx="16" ry="12"/></g><path d="M-40-14Q0 4 40-14M0-6V68" fill="none"
stroke-width="5.5"/>
</g>
<use id="wB" href="#beetle" color="#7b3fa8" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bB" href="#beetle" color="#b57be0" fill="#232328" stroke="#232328"/>
<g id="grasshopper"><path d="M12 22L38-26L50 62M-12 22L-38-26L-50 62" fill="none" stroke="currentColor" stroke-width="7"
stroke-linecap="round" stroke-linejoin="round"/><path d="M10-20L30-38L32-52M-10-20L-30-38L-32-52M6-50L18-66
M-6-50L-18-66" fill="none" stroke="currentColor" stroke-width="5.5" stroke-linecap="round" stroke-linejoin="round"/>
<g fill="currentColor" stroke="none"><path d="M10 28L32-24Q38-36 44-24Q42-4 17 34Z
M-10 28L-32-24Q-38-36-44-24Q-42-4-17 34Z"/><path d="M-15-24C-20 10-14 46 0 67C14 46 20 10 15-24Z"/>
<path d="M-17-20Q-20-54 0-56Q20-54 17-20Z"/></g><path d="M0-12V58M-18-19Q0-12 18-19" fill="none" stroke-width="4.5"/>
<g stroke="none"><circle cx="-8" cy="-42" r="4"/><circle cx="8" cy="-42" r="4"/></g>
</g>
<use id="wG" href="#grasshopper" color="#2c8a3c" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bG" href="#grasshopper" color="#58c469" fill="#232328" stroke="#232328"/>
<g id="ant"><path d="M8-16L36-30L46-58M-8-16L-36-30L-46-58M10-6L42-2L58 20M-10-6L-42-2L-58 20M8 2L34 24L44 62M-8 2L-34 24L-44 62
M8-48L22-54L20-68M-8-48L-22-54L-20-68" fill="none" stroke="currentColor" stroke-width="6" stroke-linecap="round"
stroke-linejoin="round"/><g fill="currentColor" stroke="none">
<path d="M-17-44Q-17-58 0-58Q17-58 17-44Q14-26 0-24Q-14-26-17-44Z"/><ellipse cy="-9" rx="11" ry="17"/><ellipse cy="38"
rx="22" ry="30"/></g><path d="M-22 32Q0 38 22 32M-20 48Q0 54 20 48" fill="none" stroke-width="4.5"/><g stroke="none">
<circle cx="-8" cy="-43" r="4"/><circle cx="8" cy="-43" r="4"/></g>
</g>
<use id="wA" href="#ant" color="#2364bd" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bA" href="#ant" color="#5b9df0" fill="#232328" stroke="#232328"/>
<g id="mosquito"><path d="M8-14L34-32L54-26M-8-14L-34-32L-54-26M8-4L48 0L62 26M-8-4L-48 0L-62 26M6 4L34 34L32 66M-6 4L-34 34L-32 66
M0-34V-68M5-42L20-60M-5-42L-20-60" fill="none" stroke="currentColor" stroke-width="5" stroke-linecap="round"
stroke-linejoin="round"/><g fill="currentColor" stroke="none"><g opacity="0.5"><ellipse cx="25" cy="22" rx="13"
ry="36" transform="rotate(-34 25 22)"/><ellipse cx="-25" cy="22" rx="13" ry="36" transform="rotate(34 -25 22)"/></g>
<circle cy="-34" r="12"/><ellipse cy="-8" rx="16" ry="18"/><path d="M-9 6H9Q10 44 0 67Q-10 44-9 6Z"/></g>
<path d="M-10 18H10M-10 31H10M-9 44H9" fill="none" stroke-width="4"/>
</g>
<use id="wM" href="#mosquito" color="#767c86" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bM" href="#mosquito" color="#aeb4be" fill="#232328" stroke="#232328"/>
<g id="ladybug"><path d="M36-18L54-32M-36-18L-54-32M44 10L64 12M-44 10L-64 12M36 38L54 52M-36 38L-54 52M8-50L20-66M-8-50L-20-66"
fill="none" stroke="currentColor" stroke-width="6.5" stroke-linecap="round"/><g fill="currentColor" stroke="none">
<circle cy="12" r="48"/><path d="M-24-34Q-22-60 0-60Q22-60 24-34Z"/></g><path d="M-34-28Q0-18 34-28M0-22V62"
fill="none" stroke-width="5"/><g stroke="none"><circle cx="21" cy="-4" r="8.5"/><circle cx="-21" cy="-4" r="8.5"/>
<circle cx="28" cy="23" r="8"/><circle cx="-28" cy="23" r="8"/><circle cx="14" cy="42" r="7"/><circle cx="-14" cy="42"
r="7"/><circle cx="-9" cy="-46" r="4"/><circle cx="9" cy="-46" r="4"/></g>
</g>
<use id="wL" href="#ladybug" color="#cc2a2a" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bL" href="#ladybug" color="#f25555" fill="#232328" stroke="#232328"/>
<g id="pillbug"><path d="M28-36L46-46M-28-36L-46-46M34-18L54-22M-34-18L-54-22M36 2L58 2M-36 2L-58 2M36 22L56 26M-36 22L-56 26
M28 42L46 52M-28 42L-46 52M8-54Q12-66 26-68M-8-54Q-12-66-26-68" fill="none" stroke="currentColor" stroke-width="6"
stroke-linecap="round"/><path d="M0-60C24-60 40-36 40 2C40 40 22 66 0 66C-22 66-40 40-40 2C-40-36-24-60 0-60Z"
fill="currentColor" stroke="none"/><path d="M-36-32Q0-20 36-32M-42-14Q0-2 42-14M-42 5Q0 17 42 5M-42 24Q0 36 42 24
M-34 43Q0 55 34 43" fill="none" stroke-width="5.5"/><g stroke="none"><circle cx="-11" cy="-43" r="4.5"/>
<circle cx="11" cy="-43" r="4.5"/></g>
</g>
<use id="wP" href="#pillbug" color="#0b8f8c" fill="#fbf4e0" stroke="#fbf4e0"/>
<use id="bP" href="#pillbug" color="#2fc9c4" fill="#232328" stroke="#232328"/>
`;
