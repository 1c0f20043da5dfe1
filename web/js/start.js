/**
 * Says why the page does not start, if it does not: it was opened as a file, whose modules no browser loads, or a module could
 * not be loaded. A script without imports, since modules are what fails.
 */

if (location.protocol === "file:") document.documentElement.dataset.trouble = "file";
// Only an error of an element is about what it loads; that of a file's modules is told already.
addEventListener("error", ({ target }) => target instanceof HTMLScriptElement && (document.documentElement.dataset.trouble ??= "part"), true);
