/** Offline use: a service worker caches the page's files, and those of a newer version until it may take over. */

import { text } from "../texts/text.js";

/** @param {(words: string) => void} tell */
export async function keepOffline(tell) {
  try {
    const kept = await navigator.serviceWorker?.register(new URL("service-worker.js", location.href));
    // Without an active worker, no older version is being replaced.
    const tellOfNewer = () => {
      if (kept?.waiting && kept.active) tell(text("page.newer"));
    };
    kept?.addEventListener("updatefound", () => kept.installing?.addEventListener("statechange", tellOfNewer));
    tellOfNewer();
  } catch {
    // The browser may lack space or disallow service workers.
  }
}
