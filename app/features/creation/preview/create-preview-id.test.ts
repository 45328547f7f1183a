import { expect, test } from "vitest";
import { coverSeedOf } from "#app/features/covers/cover.ts";
import { coverLook } from "#app/features/covers/cover-design.ts";
import { coverPaletteOf } from "#app/features/covers/cover-palettes.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { newPreview } from "#test/new-preview.ts";
import { addTrack } from "#test/tracks.ts";
import { createPreviewId } from "./create-preview-id.server.ts";
import { startPreview } from "./start-preview.server.ts";

withDatabase();

const labels = ["科学"];
const look = (coverId: number, of = labels) => {
  const { kind, ground } = coverLook(coverId, coverPaletteOf(of));
  return `${kind} ${ground}`;
};

test("a track's cover is unlike the author's last one, published or not, and the site's newest", async () => {
  const [author, other] = [await addMember(), await addMember()];
  const own = await addTrack({ userId: author.id });
  const newest = await addTrack({ userId: other.id });
  const taskId = await startPreview({ ...newPreview, viewer: author, title: "", inputText: "", labels });
  const beside = [look(coverSeedOf(taskId)), look(own, []), look(newest, [])];
  for (let attempt = 0; attempt < 40; attempt++) {
    const id = await createPreviewId({ userId: author.id, labels });
    expect(beside).not.toContain(look(coverSeedOf(id)));
  }
});
