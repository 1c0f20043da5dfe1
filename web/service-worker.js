/**
 * Caches the page, so that it works offline. `web/build` fills in the list of files, and a version that changes with any of
 * them.
 */

const VERSION = "{{version}}";
/** Relative to the folder of the page. @type {string[]} */
const FILES = [/* {{files}} */];
const CACHE = `waggle ${new URL(self.registration.scope).pathname} `;

self.addEventListener("install", (event) => {
  // All or nothing: files of two versions do not fit together. The browser's own cache may be stale.
  const requests = FILES.map((file) => new Request(new URL(file, self.registration.scope), { cache: "reload" }));
  event.waitUntil(caches.open(CACHE + VERSION).then((cache) => cache.addAll(requests)));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(CACHE) && name !== CACHE + VERSION;
  const forget = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))));
  // Even the page of the first visit may go offline before it starts another worker.
  event.waitUntil(Promise.all([forget, self.clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.open(CACHE + VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((response) => response ?? fetch(event.request)));
});
