import { keepAccount } from "#app/features/accounts/server/keep-account.server.ts";
import { write } from "#db/client.ts";
import { testBundle } from "../test-bundle.ts";
import { pushToDevices } from "./push-to-devices.server.ts";

/** Sends the member a message on each browser that asked for them; returns how many those are. Throws `NotAuthenticated`. */
export function sendTestPush(options: { viewer: { id: string }; now?: Date }): Promise<number> {
  const { viewer, now = new Date() } = options;
  return write(async (tx) => {
    await keepAccount(tx, viewer.id);
    return pushToDevices(tx, { userId: viewer.id, bundle: testBundle, now });
  });
}
