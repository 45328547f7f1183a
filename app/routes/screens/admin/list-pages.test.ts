import { expect, test } from "vitest";
import { addAdminSession } from "#test/admin.ts";
import { addMember, withDatabase } from "#test/database.ts";
import { contextOf } from "#test/request-context.ts";
import { addTrack } from "#test/tracks.ts";
import { loader as loadInquiries } from "./inquiries-page.tsx";
import { loader as loadMembers } from "./members-page.tsx";
import { loader as loadTracks } from "./tracks-page.tsx";

withDatabase();

async function visit(address: string) {
  const { admin } = await addAdminSession();
  const request = new Request(new URL(address, "http://localhost"));
  const context = contextOf(request, { admin: async () => admin });
  return { request, context, url: new URL(request.url), pattern: "", params: {} };
}

test("who has emptied the last page of a list sees the one before it, not an empty list", async () => {
  const author = await addMember({ name: "紺野 つばめ" });
  for (let n = 0; n < 11; n++) await addTrack({ userId: author.id, title: `音 ${n}` });
  const tracks = await loadTracks(await visit(`/admin/tracks?author=${author.id}&page=3`));
  expect([tracks.page, tracks.count, tracks.tracks.length]).toEqual([2, 11, 1]);
  const members = await loadMembers(await visit("/admin/members?q=つばめ&page=2"));
  expect([members.page, members.filtered, members.members.length]).toEqual([1, 1, 1]);
  const nobody = await loadMembers(await visit("/admin/members?q=見つからない名前&page=2"));
  expect([nobody.page, nobody.members]).toEqual([1, []]);
  const { page, messages } = await loadInquiries(await visit("/admin/inquiries?page=2"));
  expect([page, messages?.total]).toEqual([1, 0]);
});
