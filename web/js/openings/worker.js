/** The opening explorer in a worker: a message with a file or a question in, an answer out. */

// @ts-ignore: `web/build` makes it.
import init, { Openings } from "../../engine/openings.js";

const inEngine = (/** @type {string} */ name) => new URL(`../../engine/${name}`, import.meta.url);
/** How people begin. @type {Promise<string>} */
const people = fetch(inEngine("people.txt")).then((answer) => answer.text(), () => "");

/** Messages wait for the module, and for each other. @type {Promise<any>} */
let openings = init({ module_or_path: inEngine("openings_bg.wasm") }).then(async () => new Openings(await people));

self.onmessage = ({ data }) => {
  openings = openings.then(async (desk) => {
    self.postMessage(data instanceof Blob ? desk.take(new Uint8Array(await data.arrayBuffer())) : desk.answer(data));
    return desk;
  });
  // Out of memory, or the module is missing: the page hears of it as of any error.
  openings.catch((error) => setTimeout(() => { throw error; }));
};
