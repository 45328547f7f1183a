import { rememberOwner } from "./device-owner.ts";

/**
 * What is nobody's in particular, and what was typed but not sent: it is shown to its writer only, for a day, and the
 * way to sign in again leads through here. Push messages go on for the member who had wanted them, at the next sign-in.
 */
const staying =
  /^(playback-rate|creation-playback-rate|shortcuts|theme|pending-like|creation-state:.*|push(-session|-owner)?)$/;
/** The files of the app itself. */
const shell = /^shell-/;

/** Removes from this device what it keeps for the member who is gone, and notes who is there instead. Never rejects. */
export async function forgetOwner(userId: string | null): Promise<void> {
  forgetKeys(localStorage, staying);
  forgetKeys(sessionStorage, /^installed-app$/);
  await Promise.allSettled([forgetCaches(), emptyDatabases(), forgetPush()]);
  rememberOwner(userId);
}

function forgetKeys(storage: Storage, except: RegExp): void {
  for (const key of Object.keys(storage)) if (!except.test(key)) storage.removeItem(key);
}

async function forgetCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !shell.test(name)).map((name) => caches.delete(name)));
}

/** Emptied, not deleted: that would wait until every page has closed them. */
async function emptyDatabases(): Promise<void> {
  const known = await indexedDB.databases();
  await Promise.all(known.map(({ name }) => name && emptyDatabase(name)));
}

function emptyDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const stores = [...database.objectStoreNames];
      if (stores.length > 0) {
        const emptying = database.transaction(stores, "readwrite");
        for (const store of stores) emptying.objectStore(store).clear();
        emptying.oncomplete = () => resolve();
        emptying.onerror = () => reject(emptying.error);
      } else resolve();
      // Closes once that is done.
      database.close();
    };
  });
}

async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
