/**
 * Caches the page, so that it works offline. `web/build` fills in the files with their hashes, and a version that changes
 * with any of them.
 */

const VERSION = "{{version}}";
/** The files, relative to the folder of the page, with their hashes. @type {Record<string, string>} */
const FILES = { /* {{files}} */ };
/** Those that are kept only once the page has asked for them. @type {Record<string, string>} */
const LATER = { /* {{later}} */ };
const CACHE = `waggle ${new URL(self.registration.scope).pathname} `;

/**
 * A file of this version. What the browser has loaded already is used if it is of this version, and not loaded again.
 *
 * @param {string} url
 * @param {string} integrity
 */
function load(url, integrity) {
  const fetched = (/** @type {RequestCache} */ cache) => fetch(url, { cache, integrity });
  return fetched("force-cache").catch(() => fetched("reload"));
}

self.addEventListener("install", (event) => {
  // All or nothing: files of two versions do not fit together.
  const keep = async () => {
    const cache = await caches.open(CACHE + VERSION);
    const keepFile = async ([file, integrity]) => {
      const url = new URL(file, self.registration.scope).href;
      const response = await load(url, integrity);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      await cache.put(url, response);
    };
    await Promise.all(Object.entries(FILES).map(keepFile));
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(CACHE) && name !== CACHE + VERSION;
  const forget = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  // Even the page of the first visit may go offline before it starts another worker.
  event.waitUntil(Promise.all([forget, self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // The folder is kept, which is the same page.
  const address = event.request.url.replace(/index\.html(?=$|[?#])/, "");
  const find = async () => {
    const cache = await caches.open(CACHE + VERSION);
    const kept = await cache.match(address, { ignoreSearch: true });
    const integrity = LATER[address.slice(self.registration.scope.length)];
    if (kept || !integrity) return kept ?? fetch(event.request);
    const response = await load(address, integrity);
    if (response.ok) await cache.put(address, response.clone());
    return response;
  };
  event.respondWith(find());
});
