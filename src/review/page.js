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

  // What is shown: the position after this ply, or this many steps into the line that is
  // better than it.
  const view = { ply: 0, step: 0, names: true };

  const isMarked = (ply) => ["inaccuracy", "mistake", "blunder"].includes(plies[ply - 1].mark);
  const lineOf = (ply) => (ply > 0 && plies[ply - 1].better ? plies[ply - 1].better.line : []);

  /** The moves that lead to a position, each a destination, or null for a pass. */
  function destinations(ply, step) {
    const played = plies.slice(0, step > 0 ? ply - 1 : ply).map((played) => played.to);
    return played.concat(lineOf(ply).slice(0, step).map(([, target]) => target));
  }

  /** Where every piece lies, and the last move. */
  function position(ply, step) {
    const lying = new Map();
    let last = null;
    for (const target of destinations(ply, step)) {
      last = target && { target, from: lying.get(target[0]) || null };
      if (target) lying.set(target[0], target);
    }
    return { lying, last, count: destinations(ply, step).length };
  }


  /** The covered pieces of a stack as small tiles on the top one. */
  function small(stack, names) {
    const covered = stack.slice(0, -1);
    const step = Math.min(44, 104 / Math.max(1, covered.length));
    return covered.map(([name], index) => {
      const x = (index - (covered.length - 1) / 2) * step;
      return `<g transform="translate(${x.toFixed(1)} ${names ? 12 : 50})"><use href="#tile-${name[0]}" transform="scale(${names ? 0.27 : 0.3})"/><use href="#${name.slice(0, 2)}" transform="scale(${names ? 0.26 : 0.29})"/></g>`;
    }).join("");
  }

  const lift = (stack, height) => -height * Math.min(13, 30 / Math.max(1, stack.length - 1));

  /** All tiles of a stack, and the bug of the top one. */
  function place(stack) {
    const [x, y] = center(stack[0]);
    const [name] = stack[stack.length - 1];
    const top = lift(stack, stack.length - 1);
    const alone = stack.length === 1;
    const [dy, scale] = view.names ? (alone ? [-18, 0.72] : [-41, 0.46]) : (alone ? [0, 0.9] : [-18, 0.76]);
    const below = stack.slice(0, -1).map(([covered], height) => `<use href="#tile-${covered[0]}" y="${lift(stack, height).toFixed(1)}"/>`).join("");
    const text = view.names ? `<text class="name ${name[0]}" y="${alone ? 62 : 60}">${name}</text>` : "";
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${below}<g class="top" data-piece="${name}"><g transform="translate(0 ${top.toFixed(1)})"><use href="#tile-${name[0]}"/><use href="#${name.slice(0, 2)}" transform="translate(0 ${dy}) scale(${scale})"/>${small(stack, view.names)}${text}</g></g></g>`;
  }

  const edge = (kind, x, y) => `<use href="#edge" class="${kind}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"/>`;

  /** The stacks by row, so that raised tiles are drawn over those behind them. */
  function stacks(lying) {
    const places = new Map();
    for (const target of lying.values()) {
      const key = `${target[1]},${target[2]}`;
      places.set(key, [...(places.get(key) || []), target]);
    }
    const sorted = [...places.values()];
    sorted.forEach((stack) => stack.sort((one, other) => one[3] - other[3]));
    return sorted.sort((one, other) => one[0][2] - other[0][2] || one[0][1] - other[0][1]);
  }

  /** What should have been played instead of the last move: its text and its destination. */
  function hinted() {
    if (view.step > 0 || view.ply === 0 || !isMarked(view.ply)) return null;
    const first = lineOf(view.ply)[0];
    return first && first[1] ? first : null;
  }

  /** The better move, drawn over the one that was played. */
  function hint(sorted) {
    if (!hinted()) return "";
    const target = hinted()[1];
    const [name, q, r] = target;
    const [x, y] = center(target);
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

  /** The board; the last piece moves to its place if `moving`. */
  function drawBoard(moving) {
    const { lying, last } = position(view.ply, view.step);
    const sorted = stacks(lying);
    let marks = "";
    for (const stack of sorted) {
      const [x, y] = center(stack[0]);
      const top = y + lift(stack, stack.length - 1);
      const queen = stack.some(([name]) => name[1] === "Q");
      if (queen && isSurrounded(stack[0], sorted)) marks += edge("lost", x, top);
      if (last && stack[stack.length - 1][0] === last.target[0]) marks += edge("last", x, top);
    }
    if (last && last.from) {
      const left = sorted.find((stack) => stack[0][1] === last.from[1] && stack[0][2] === last.from[2]);
      const [x, y] = center(last.from);
      marks = edge("from", x, y + (left ? lift(left, left.length - 1) : 0)) + marks;
    }
    board.classList.toggle("line", view.step > 0);
    element("table").classList.toggle("unplayed", !lying.size);
    board.innerHTML = lying.size ? sorted.map(place).join("") + marks + hint(sorted) : startingSet().map(pile).join("");
    if (moving && last && !still.matches) animate(last);
  }

  function isSurrounded([, q, r], sorted) {
    const around = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
    return around.every(([dq, dr]) => sorted.some((stack) => stack[0][1] === q + dq && stack[0][2] === r + dr));
  }

  function animate({ target, from }) {
    const mover = board.querySelector(`[data-piece="${target[0]}"]`);
    if (!mover) return;
    const [x, y] = center(target);
    const [fx, fy] = from ? center(from) : [x, y];
    const first = from ? `translate(${fx - x}px, ${fy - y}px)` : "scale(.4)";
    const frames = [{ transform: first, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }];
    mover.animate(frames, { duration: 240, easing: "cubic-bezier(.3, 0, .2, 1)" });
  }

  let frame = 0;
  let seen = null;
  let wanted = null;
  /** The centers of all that the board shows. */
  function shown() {
    const { lying, last } = position(view.ply, view.step);
    if (!lying.size) return startingSet().map(({ at }) => at);
    return [...lying.values(), last && last.from, hinted() && hinted()[1]].filter(Boolean).map(center);
  }

  /** The part of the plane that holds the tiles at these centers, and outlines around them. */
  function boxAround(centers) {
    const side = (axis, sign) => sign * Math.max(...centers.map((at) => sign * at[axis]));
    const [left, top, right, bottom] = [side(0, -1) - 105, side(1, -1) - 135, side(0, 1) + 105, side(1, 1) + 112];
    // A few tiles do not grow without limit.
    const [wider, higher] = [Math.max(0, 9 * HALF - (right - left)) / 2, Math.max(0, 4.2 * ROW - (bottom - top)) / 2];
    return [left - wider, top - higher, right - left + 2 * wider, bottom - top + 2 * higher];
  }

  /** Fits the view to the hive. It stays as it is while the hive neither leaves it nor becomes small in it. */
  function moveCamera() {
    const box = boxAround(shown());
    const { width, height } = board.getBoundingClientRect();
    const zoom = ([, , boxWidth, boxHeight]) => Math.min(width / boxWidth, height / boxHeight);
    const isInside = wanted && [0, 1].every((axis) => box[axis] >= wanted[axis] && box[axis] + box[axis + 2] <= wanted[axis] + wanted[axis + 2]);
    if (!isInside || zoom(box) > 1.2 * zoom(wanted)) {
      // As much of the plane as the board has room for, with the hive in the middle.
      const size = [width / zoom(box), height / zoom(box)];
      wanted = [0, 1].map((axis) => box[axis] + (box[axis + 2] - size[axis]) / 2).concat(size);
    }
    const target = wanted;
    const old = seen || target;
    const began = performance.now();
    cancelAnimationFrame(frame);
    const tick = (now) => {
      const time = still.matches ? 1 : Math.min(1, Math.max(0, now - began) / 260);
      const share = time * (2 - time);
      seen = target.map((side, index) => old[index] + (side - old[index]) * share);
      board.setAttribute("viewBox", seen.map((side) => side.toFixed(1)).join(" "));
      if (time < 1) frame = requestAnimationFrame(tick);
    };
    tick(seen ? began : began + 260);
  }

  /** How many pieces of each kind a player still has in hand. */
  function inHand(color, lying) {
    const kinds = new Map();
    for (const name of pieces) {
      if (name[0] === color && !lying.has(name)) kinds.set(name[1], (kinds.get(name[1]) || 0) + 1);
    }
    return [...kinds];
  }

  /** All pieces before the first move, piled by kind: Black's above White's, in one or two rows each. */
  function startingSet() {
    return ["b", "w"].flatMap((color) => {
      const kinds = inHand(color, new Map());
      const rows = kinds.length > 5 ? 2 : 1;
      const columns = Math.ceil(kinds.length / rows);
      return kinds.map(([bug, number], index) => {
        const row = Math.floor(index / columns);
        const inRow = Math.min(columns, kinds.length - row * columns);
        const x = 2.3 * HALF * ((index % columns) - (inRow - 1) / 2);
        const y = 1.6 * ROW * (color === "b" ? row - rows + 0.4 : row + 0.6);
        return { color, bug, number, at: [x, y] };
      });
    });
  }

  function pile({ color, bug, number, at: [x, y] }) {
    const tiles = Array.from({ length: number }, (_, height) => `<use href="#tile-${color}" y="${-13 * height}"/>`).join("");
    return `<g transform="translate(${x.toFixed(1)} ${y})">${tiles}<use href="#${color}${bug}" transform="translate(0 ${-13 * (number - 1)}) scale(.9)"/></g>`;
  }

  /** The pieces that a player still has in hand. */
  function drawHand(color, { lying, count }) {
    const hand = element(`hand-${color}`);
    hand.classList.toggle("turn", (count % 2 === 0) === (color === "w"));
    hand.innerHTML = inHand(color, lying).map(([bug, number]) => `<span title="${color}${bug}: ${number} in hand"><svg viewBox="-95 -100 190 200" aria-hidden="true"><use href="#tile-${color}"/><use href="#${color}${bug}" transform="scale(.95)"/></svg>${number > 1 ? number : ""}</span>`).join("");
  }

  function make(tag, text, name) {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (name) made.className = name;
    return made;
  }

  const numbered = (ply) => `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${plies[ply - 1].move}`;
  const percents = (chance) => `White ${Math.round(chance / 10)}\u00a0%, Black ${100 - Math.round(chance / 10)}\u00a0%`;

  /** The moves of a better line as buttons that show them. */
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
      const { mark, sign, annotations, words, chance, better } = plies[view.ply - 1];
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
        if (annotations) parts.push(make("p", annotations));
        parts.push(make("p", `${words} · ${percents(chance)}`, "soft"));
      }
      if (better && better.line.length) parts.push(lineButtons(view.ply));
    }
    box.replaceChildren(...parts);
  }

  /** Scrolls a list until an entry is visible, but never the page. */
  function reveal(list, entry) {
    const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (inner.top < outer.top + 30) list.scrollTop -= outer.top + 30 - inner.top;
    if (inner.bottom > outer.bottom - 110) list.scrollTop += inner.bottom - outer.bottom + 110;
  }

  /** Marks the entries of the lists for the position on the board. */
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
    const before = destinations(view.ply, view.step).length;
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
      // A page inside another page may have no address of its own.
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
    // The comment has been replaced: keep the keyboard focus.
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
