/** What dialogs have in common. */

import { find } from "./element.js";

/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ (find(id));

/** Makes a button open a dialog, and a click outside the dialog close it. @param {string} opener @param {string} id @param {() => void} [prepare] */
export function opens(opener, id, prepare = () => {}) {
  find(opener).onclick = () => {
    prepare();
    dialog(id).showModal();
  };
  dialog(id).addEventListener("click", (event) => {
    if (event.target === event.currentTarget) dialog(id).close();
  });
}

/** Downloads a file. @param {string} name @param {Blob} content */
export function download(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
