/** Offline use: a service worker caches the page's files, and those of a newer version until it may take over. */

/** @param {(text: string) => void} tell */
export async function keepOffline(tell) {
  try {
    const kept = await navigator.serviceWorker?.register(new URL("service-worker.js", location.href));
    // Without an active worker, no older version is being replaced.
    const tellOfNewer = () => {
      if (kept?.waiting && kept.active) tell("A new version of this page is ready: close all its windows to load it.");
    };
    kept?.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", tellOfNewer));
    tellOfNewer();
  } catch {
    // The browser may lack space or disallow service workers.
  }
}
