import { hasOperatorPush } from "#app/features/push/hooks/push-preference.ts";
import { writeDeviceOwner } from "#app/features/site/device-owner.ts";

/** Keys that belong to no member, and `device-owner`: as long as it is there, a page that was closed too early is followed up. */
const nobodys =
  /^(playback-rate|creation-playback-rate|shorten-pauses|shortcuts|theme|pending-like|push-operator|device-owner)$/;
/**
 * Unsent text: only its author sees it, for a day, because signing in again passes through here. Push preferences stay for the
 * member's next sign-in.
 */
const returning = /^(creation-state:.*|push(-session|-owner)?)$/;
const shell = /^shell-/;

/** Removes the last member's data from this device and stores the new owner. Never rejects. */
export async function clearDeviceData(userId: string | null): Promise<void> {
  // A log-out leaves an operator's browser to this page, which can't tell it from a session that ended elsewhere.
  const mayBeLogOut = userId === null && hasOperatorPush();
  forgetKeys(localStorage, (key) => nobodys.test(key) || (!mayBeLogOut && returning.test(key)));
  forgetKeys(sessionStorage, (key) => key === "installed-app");
  await Promise.allSettled([forgetCaches(), emptyDatabases(), forgetPush()]);
  writeDeviceOwner(userId);
}

function forgetKeys(storage: Storage, isStaying: (key: string) => boolean): void {
  for (const key of Object.keys(storage)) if (!isStaying(key)) storage.removeItem(key);
}

async function forgetCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !shell.test(name)).map((name) => caches.delete(name)));
}

/** Clears, because a deletion would wait until every page has closed the database. */
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
      // Takes effect after the transaction.
      database.close();
    };
  });
}

async function forgetPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  // The console's messages go on; the member's have ended with the session.
  if (hasOperatorPush()) return;
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
