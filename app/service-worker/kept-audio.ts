import { createPartialResponse } from "workbox-range-requests";
import { findKept, keptAudioChannel, listKept, lockOf, readTerms } from "#app/features/offline/kept-audio.ts";
import { soundPath } from "#app/features/playback/sound-path.ts";

/**
 * Addresses of the sounds that this device keeps; null until they are known. Whatever is not kept goes past the worker
 * altogether: some browsers play no sound that comes through one in parts.
 */
let known: Set<string> | null = null;

async function look(): Promise<void> {
  known = new Set((await listKept()).map(soundPath));
}

const looked = look().catch(() => undefined);
new BroadcastChannel(keptAudioChannel).onmessage = () => void look().catch(() => undefined);

const aSound = /^\/api\/stream\/\d+$/;

/** A sound that is kept, or may be for all that is known yet: from the device, else from the network. Null for others. */
export function findKeptAudio(request: Request, url: URL): Promise<Response> | null {
  if (!aSound.test(url.pathname) || (known && !known.has(url.pathname))) return null;
  return answer(request, url.pathname);
}

async function answer(request: Request, path: string): Promise<Response> {
  await looked;
  const kept = await findKept(path);
  if (!kept || lockOf(await readTerms(), Date.now())) return fetch(request);
  return request.headers.has("Range") ? createPartialResponse(request, kept) : kept;
}
