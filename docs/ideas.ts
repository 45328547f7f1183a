import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/** An idea may be spread over so many files. */
export const maxFiles = 8;

/** What of an idea, and where it is: a file, or the name of what one exports, which finds it wherever it moves. */
type Part = [what: string, where: string];

/** What people change, with the files that they open for it. */
export const ideas: Record<string, Part[]> = {
  "a like": [
    ["button", "LikeButton"],
    ["optimistic state", "useToggle"],
    ["what the page knows of likes", "likeStore"],
    ["action", "app/routes/screens/tracks/like-track.tsx"],
    ["call", "app/routes/api/likes-calls.ts"],
    ["rule", "likeTrack"],
    ["table", "likes"],
    ["test", "app/features/likes/server/likes.test.ts"],
  ],
  "a form (the contact form)": [
    ["address", "app/routes/screens.ts"],
    ["who may open it", "app/features/access/access-level.ts"],
    ["screen", "app/routes/screens/support/contact-page.tsx"],
    ["fields", "ContactForm"],
    ["schema", "contactSchema"],
    ["how often", "rateLimits"],
    ["rule", "sendContactMessage"],
    ["test", "test/http/contact.test.ts"],
  ],
  "a call (of playlists)": [
    ["table of calls", "app/routes/api/playlists-calls.ts"],
    ["list of tables", "app/routes/api/calls.ts"],
    ["schemas", "app/features/playlists/playlists.schema.ts"],
    ["how often", "rateLimits"],
    ["rule", "createPlaylist"],
    ["answer", "presentPlaylist"],
    ["who may call it", "app/features/access/access-level.ts"],
  ],
  "a takedown": [
    ["button of the console", "TrackActions"],
    ["form", "app/features/admin/tracks/admin-tracks.schema.ts"],
    ["verb", "changeTrack"],
    ["rule, and restoring", "takeDownTrack"],
    ["email", "sendModerationEmail"],
    ["what the author reads", "TakedownNotice"],
    ["columns", "tracks"],
    ["test", "app/features/tracks/moderation/take-down-track.test.ts"],
  ],
  "a generation": [
    ["form and action", "handleCreationForm"],
    ["start", "startPreview"],
    ["kinds of tasks", "app/features/creation/tasks/server/creation-kinds.server.ts"],
    ["life of a task", "app/features/tasks/task-life.server.ts"],
    ["handlers", "jobs/task-handlers.ts"],
    ["work", "jobs/produce-preview.ts"],
    ["end", "completePreview"],
    ["table", "audioTasks"],
  ],
  "a purchase": [
    ["screen", "app/routes/screens/premium/premium-page.tsx"],
    ["start", "startPayment"],
    ["one purchase at a time", "claimPurchase"],
    ["confirmation", "confirmPayment"],
    ["events of Stripe's", "handleStripeEvent"],
    ["what they change", "applySubscription"],
    ["until when", "updatePremium"],
    ["tables", "purchases"],
  ],
};

const root = path.join(import.meta.dirname, "..");

/** Where each exported name is defined; names that several files export have no place. */
function definitions(): Map<string, string | null> {
  const found = new Map<string, string | null>();
  for (const file of globSync("{app,db,jobs}/**/*.{ts,tsx}", { cwd: root })) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const source = readFileSync(path.join(root, file), "utf8");
    for (const [, name = ""] of source.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm))
      found.set(name, found.has(name) ? null : file);
  }
  return found;
}

/** The files of an idea's parts. Throws for one that is nowhere, or in several places. */
export function filesOf(parts: readonly Part[]): { what: string; file: string }[] {
  const places = definitions();
  return parts.map(([what, where]) => {
    const file = where.includes("/") ? where : places.get(where);
    if (!file) throw new Error(`${where}: no file exports it, or several do`);
    return { what, file };
  });
}
