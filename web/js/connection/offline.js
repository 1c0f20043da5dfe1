/** The page without a connection: a service worker keeps its files, and those of a newer version until it may take over. */

/** @param {(text: string) => void} tell */
export async function keepOffline(tell) {
  try {
    const kept = await navigator.serviceWorker?.register(new URL("service-worker.js", location.href));
    // Without an older version there is nothing to be replaced.
    const tellOfNewer = () => {
      if (kept?.waiting && kept.active) tell("A new version of this page is ready: it opens when all windows with it have been closed.");
    };
    kept?.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", tellOfNewer));
    tellOfNewer();
  } catch {
    // A browser may have no room or no wish for it.
  }
}
