(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const { pieces, plies, start } = data;
  const end = plies.length;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const element = (id) => document.getElementById(id);
  const board = element("board");

  // The geometry of the pictures that `waggle show` draws: half a hex is this wide.
  const HALF = 86.6025403784;
  const ROW = 150;
  const center = ([, q, r]) => [HALF * (2 * q + r), ROW * r];

  // What is seen: the position after so many plies, or so many steps into the line
  // that is better than this ply.
  const view = { ply: 0, step: 0, names: true };

  const isMarked = (ply) => ["inaccuracy", "mistake", "blunder"].includes(plies[ply - 1].mark);
  const lineOf = (ply) => (ply > 0 && plies[ply - 1].better ? plies[ply - 1].better.line : []);

  /** The moves that lead to a position, each a goal, or null for a pass. */
  function goals(ply, step) {
    const played = plies.slice(0, step > 0 ? ply - 1 : ply).map((played) => played.to);
    return played.concat(lineOf(ply).slice(0, step).map(([, goal]) => goal));
  }

  /** Where every piece lies, and the last move. */
  function position(ply, step) {
    const lying = new Map();
    let last = null;
    for (const goal of goals(ply, step)) {
      last = goal && { goal, from: lying.get(goal[0]) || null };
      if (goal) lying.set(goal[0], goal);
    }
    return { lying, last, count: goals(ply, step).length };
  }

  /** The part of the plane that a position needs. */
  function boxOf(lying, box) {
    for (const goal of lying.values()) {
      const [x, y] = center(goal);
      box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
    }
    return box;
  }

  // The camera sees what lies on the table in the moves around the present one, so that
  // it hardly moves.
  const NONE = [Infinity, Infinity, -Infinity, -Infinity];
  const boxes = Array.from({ length: end + 1 }, (_, ply) => boxOf(position(ply, 0).lying, NONE));
  function around(ply) {
    const near = boxes.slice(Math.max(0, ply - 8), ply + 4).concat([[-2 * HALF, -ROW, 2 * HALF, ROW]].slice(ply > 12 ? 1 : 0));
    return [0, 1, 2, 3].map((side) => Math[side < 2 ? "min" : "max"](...near.map((box) => box[side])));
  }

  /** The covered pieces of a stack, seen as small tiles on the uppermost. */
  function small(stack, names) {
    const covered = stack.slice(0, -1);
    const step = Math.min(44, 104 / Math.max(1, covered.length));
    return covered.map(([name], index) => {
      const x = (index - (covered.length - 1) / 2) * step;
      return `<g transform="translate(${x.toFixed(1)} ${names ? 24 : 50})"><use href="#tile-${name[0]}" transform="scale(.301)"/><use href="#${name.slice(0, 2)}" transform="scale(.29)"/></g>`;
    }).join("");
  }

  const lift = (stack, height) => -height * Math.min(13, 30 / Math.max(1, stack.length - 1));

  /** All tiles of a place, and the bug of the uppermost. */
  function place(stack) {
    const [x, y] = center(stack[0]);
    const [name] = stack[stack.length - 1];
    const top = lift(stack, stack.length - 1);
    const alone = stack.length === 1;
    const [dy, scale] = view.names ? (alone ? [-17, 0.72] : [-37, 0.5]) : (alone ? [0, 0.9] : [-18, 0.76]);
    const below = stack.slice(0, -1).map(([covered], height) => `<use href="#tile-${covered[0]}" y="${lift(stack, height).toFixed(1)}"/>`).join("");
    const text = view.names ? `<text class="name ${name[0]}" y="${alone ? 66 : 70}">${name}</text>` : "";
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${below}<g class="top" data-piece="${name}"><g transform="translate(0 ${top.toFixed(1)})"><use href="#tile-${name[0]}"/><use href="#${name.slice(0, 2)}" transform="translate(0 ${dy}) scale(${scale})"/>${small(stack, view.names)}${text}</g></g></g>`;
  }

  const edge = (kind, x, y) => `<use href="#edge" class="${kind}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"/>`;

  /** Places by row, so that raised tiles lie over those behind them. */
  function stacks(lying) {
    const places = new Map();
    for (const goal of lying.values()) {
      const key = `${goal[1]},${goal[2]}`;
      places.set(key, [...(places.get(key) || []), goal]);
    }
    const sorted = [...places.values()];
    sorted.forEach((stack) => stack.sort((one, other) => one[3] - other[3]));
    return sorted.sort((one, other) => one[0][2] - other[0][2] || one[0][1] - other[0][1]);
  }

  /** What should have been played instead of the last move: its text and its goal. */
  function hinted() {
    if (view.step > 0 || view.ply === 0 || !isMarked(view.ply)) return null;
    const first = lineOf(view.ply)[0];
    return first && first[1] ? first : null;
  }

  /** The better move, drawn over the one that was played. */
  function hint(sorted) {
    if (!hinted()) return "";
    const goal = hinted()[1];
    const [name, q, r] = goal;
    const [x, y] = center(goal);
    const from = position(view.ply - 1, 0).lying.get(name);
    const isFree = !sorted.some((stack) => stack[0][1] === q && stack[0][2] === r);
    const [dx, dy, scale] = isFree ? [0, 0, 1] : [58, -58, 0.36];
    let way = "";
    if (from) {
      const [fx, fy] = center(from);
      const length = Math.hypot(x - fx, y - fy) || 1;
      const [ux, uy] = [(x - fx) / length, (y - fy) / length];
      way = `<path class="way" d="M${(fx + 60 * ux).toFixed(1)} ${(fy + 60 * uy).toFixed(1)}L${(x - 74 * ux).toFixed(1)} ${(y - 74 * uy).toFixed(1)}"/>`;
    }
    const ghost = `<g class="${isFree ? "ghost" : ""}" transform="translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}) scale(${scale})"><use href="#tile-${name[0]}"/><use href="#${name.slice(0, 2)}" transform="scale(.9)"/></g>`;
    return ghost + edge("hint", x, y) + way;
  }

  /** The board, with the last piece on its way if `moving`. */
  function drawBoard(moving) {
    const { lying, last } = position(view.ply, view.step);
    const sorted = stacks(lying);
    let marks = "";
    for (const stack of sorted) {
      const [x, y] = center(stack[0]);
      const top = y + lift(stack, stack.length - 1);
      const queen = stack.some(([name]) => name[1] === "Q");
      if (queen && isSurrounded(stack[0], sorted)) marks += edge("lost", x, top);
      if (last && stack[stack.length - 1][0] === last.goal[0]) marks += edge("last", x, top);
    }
    if (last && last.from) {
      const left = sorted.find((stack) => stack[0][1] === last.from[1] && stack[0][2] === last.from[2]);
      const [x, y] = center(last.from);
      marks = edge("from", x, y + (left ? lift(left, left.length - 1) : 0)) + marks;
    }
    board.classList.toggle("line", view.step > 0);
    board.innerHTML = sorted.map(place).join("") + marks + hint(sorted);
    if (moving && last && !still.matches) animate(last);
  }

  function isSurrounded([, q, r], sorted) {
    const around = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
    return around.every(([dq, dr]) => sorted.some((stack) => stack[0][1] === q + dq && stack[0][2] === r + dr));
  }

  function animate({ goal, from }) {
    const mover = board.querySelector(`[data-piece="${goal[0]}"]`);
    if (!mover) return;
    const [x, y] = center(goal);
    const [fx, fy] = from ? center(from) : [x, y];
    const first = from ? `translate(${fx - x}px, ${fy - y}px)` : "scale(.4)";
    const frames = [{ transform: first, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }];
    mover.animate(frames, { duration: 240, easing: "cubic-bezier(.3, 0, .2, 1)" });
  }

  let frame = 0;
  let seen = null;
  /** Looks at everything that has been on the table so far, and at the present line. */
  function moveCamera() {
    const box = boxOf(position(view.ply, view.step).lying, around(view.ply));
    const [left, top, right, bottom] = boxOf(new Map(hinted() ? [hinted()] : []), box);
    const wanted = [left - 120, top - 145, right - left + 240, bottom - top + 265];
    const old = seen || wanted;
    const began = performance.now();
    cancelAnimationFrame(frame);
    const tick = (now) => {
      const time = still.matches ? 1 : Math.min(1, Math.max(0, now - began) / 260);
      const share = time * (2 - time);
      seen = wanted.map((side, index) => old[index] + (side - old[index]) * share);
      board.setAttribute("viewBox", seen.map((side) => side.toFixed(1)).join(" "));
      if (time < 1) frame = requestAnimationFrame(tick);
    };
    tick(seen ? began : began + 260);
  }
  /** The pieces that a player still has in hand. */
  function drawHand(color, { lying, count }) {
    const hand = element(`hand-${color}`);
    const kinds = new Map();
    for (const name of pieces) {
      if (name[0] === color && !lying.has(name)) kinds.set(name[1], (kinds.get(name[1]) || 0) + 1);
    }
    hand.classList.toggle("turn", (count % 2 === 0) === (color === "w"));
    hand.innerHTML = [...kinds].map(([bug, number]) => `<span title="${color}${bug}: ${number} in hand"><svg viewBox="-95 -100 190 200" aria-hidden="true"><use href="#tile-${color}"/><use href="#${color}${bug}" transform="scale(.95)"/></svg>${number > 1 ? number : ""}</span>`).join("");
  }

  function make(tag, text, name) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (name) made.className = name;
    return made;
  }

  const numbered = (ply) => `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${plies[ply - 1].move}`;
  const percents = (chance) => `White ${Math.round(chance / 10)}\u00a0%, Black ${100 - Math.round(chance / 10)}\u00a0%`;

  /** The moves of a better line, each of which can be shown. */
  function lineButtons(ply) {
    const line = make("p", "", "line");
    line.append(make("span", `Better (${plies[ply - 1].better.score}): `));
    lineOf(ply).forEach(([text], index) => line.append(button(text, ply, index + 1), " "));
    return line;
  }

  function button(text, ply, step) {
    const made = make("button", text);
    made.type = "button";
    Object.assign(made.dataset, { ply, step });
    return made;
  }

  function comment() {
    const box = element("comment");
    const parts = [];
    if (view.ply === 0) {
      const worst = plies.map((_, index) => index + 1).filter(isMarked);
      worst.sort((one, other) => plies[other - 1].loss - plies[one - 1].loss || one - other);
      parts.push(make("h2", "The game at a glance"));
      parts.push(make("p", worst.length ? "The moves that cost most:" : "No move cost much: well played.", "soft"));
      const list = make("p");
      for (const ply of worst.slice(0, 5)) {
        const { sign, loss, mark } = plies[ply - 1];
        const made = button(`${numbered(ply)} `, ply, 0);
        made.append(make("b", `${sign} −${loss}\u00a0%`, mark));
        list.append(made, " ");
      }
      parts.push(list);
    } else {
      const { mark, sign, said, words, chance, better } = plies[view.ply - 1];
      const title = make("h2");
      title.append(make("span", numbered(view.ply)), make("span", `${sign} ${mark}`.trim(), mark));
      parts.push(title);
      if (view.step > 0) {
        parts.push(make("p", `A better line, ${view.step} of ${lineOf(view.ply).length}: `, "soft"));
        const leave = make("button", "Back to the game");
        leave.type = "button";
        leave.id = "leave";
        leave.onclick = () => show(view.ply, 0);
        parts[1].append(leave);
      } else {
        if (said) parts.push(make("p", said));
        parts.push(make("p", `${words} · ${percents(chance)}`, "soft"));
      }
      if (better && better.line.length) parts.push(lineButtons(view.ply));
    }
    box.replaceChildren(...parts);
  }

  /** Scrolls a list so far that an entry is seen, but never the page. */
  function reveal(list, entry) {
    const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (inner.top < outer.top + 30) list.scrollTop -= outer.top + 30 - inner.top;
    if (inner.bottom > outer.bottom - 110) list.scrollTop += inner.bottom - outer.bottom + 110;
  }

  /** Marks the entries of the lists that are seen on the board. */
  function markCurrent() {
    for (const old of document.querySelectorAll("button[aria-current]")) old.removeAttribute("aria-current");
    const current = view.step > 0 ? `[data-ply="${view.ply}"][data-step="${view.step}"]` : `.move[data-ply="${view.ply}"]`;
    for (const entry of document.querySelectorAll(`button${current}`)) {
      entry.setAttribute("aria-current", "true");
      if (entry.closest("#moves")) reveal(element("moves"), entry);
    }
    if (view.ply === 0) element("moves").scrollTop = 0;
  }

  function show(ply, step, hurry) {
    const before = goals(view.ply, view.step).length;
    view.ply = Math.max(0, Math.min(end, ply));
    view.step = Math.max(0, Math.min(lineOf(view.ply).length, step));
    const seen = position(view.ply, view.step);
    const isNext = seen.count === before + 1 || view.step > 0;
    drawBoard(isNext && !hurry);
    moveCamera();
    drawHand("w", seen);
    drawHand("b", seen);
    comment();
    markCurrent();
    const { chance, score } = view.ply > 0 ? plies[view.ply - 1] : start;
    element("bar").firstElementChild.style.height = `${chance / 10}%`;
    element("bar").title = `${score}: ${percents(chance)}`;
    element("where").textContent = `${view.ply} / ${end}`;
    element("cursor").style.left = `${(100 * view.ply) / end}%`;
    const graph = element("graph");
    const text = view.ply > 0 ? `${numbered(view.ply)}, ${percents(chance)}` : "the start";
    graph.setAttribute("aria-valuenow", view.ply);
    graph.setAttribute("aria-valuetext", text);
    board.setAttribute("aria-label", `The board: ${text}${view.step ? `, ${view.step} moves into a better line` : ""}`);
    for (const [id, atEnd] of [["first", view.ply === 0], ["back", view.ply === 0], ["forth", view.ply === end && !view.step], ["last", view.ply === end && !view.step]]) {
      element(id).disabled = atEnd;
    }
    try {
      history.replaceState(null, "", `#${view.ply}`);
    } catch {
      // A page within another page may have no address of its own.
    }
  }

  const back = () => (view.step > 0 ? show(view.ply, view.step - 1) : show(view.ply - 1, 0));
  const forth = () => (view.step > 0 ? show(view.ply, view.step + 1) : show(view.ply + 1, 0));
  function nextMark() {
    for (let count = 1; count <= end; count += 1) {
      const ply = ((view.ply + count - 1) % end) + 1;
      if (isMarked(ply)) return show(ply, 0);
    }
    return undefined;
  }
  function toggleNames() {
    view.names = !view.names;
    element("names").setAttribute("aria-pressed", view.names);
    drawBoard(false);
  }

  const keys = {
    ArrowLeft: back,
    ArrowRight: forth,
    Home: () => show(0, 0),
    End: () => show(end, 0),
    Escape: () => show(view.ply, 0),
    m: nextMark,
    n: toggleNames,
  };
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    act();
  });
  document.addEventListener("click", (event) => {
    const entry = event.target.closest("button[data-ply]");
    if (!entry) return;
    const wasInComment = entry.closest("#comment");
    const { ply, step } = entry.dataset;
    show(Number(ply), Number(step || 0));
    // The comment has been written anew: the keyboard stays where it was.
    if (wasInComment) element("comment").querySelector("[aria-current]")?.focus();
    if (innerWidth < 860 && !wasInComment) element("table").scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
  });
  element("first").onclick = keys.Home;
  element("back").onclick = back;
  element("forth").onclick = forth;
  element("last").onclick = keys.End;
  element("next-mark").onclick = nextMark;
  element("names").onclick = toggleNames;
  element("next-mark").disabled = !plies.some((_, index) => isMarked(index + 1));

  const graph = element("graph");
  const follow = (event) => {
    const { left, width } = graph.getBoundingClientRect();
    const ply = Math.round(((event.clientX - left) / width) * end);
    if (ply !== view.ply || view.step) show(ply, 0);
  };
  graph.addEventListener("pointerdown", (event) => {
    if (event.button === 0) follow(event);
  });
  graph.addEventListener("pointermove", (event) => {
    if (event.buttons & 1) follow(event);
  });
  addEventListener("hashchange", () => show(Number(location.hash.slice(1)) || 0, 0));

  show(Number(location.hash.slice(1)) || 0, 0, true);
})();
