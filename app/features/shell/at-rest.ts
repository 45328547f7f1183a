import { keepPush } from "../push/keep-push.ts";
import { registerWorker } from "./register-worker.ts";

/** What a page sees to once it has come to rest. Never rejects. */
export async function beginAtRest(): Promise<void> {
  if (await registerWorker()) await keepPush();
}
