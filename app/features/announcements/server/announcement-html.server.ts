import { escapeXml } from "#app/lib/escape-xml.ts";
import { type Announcement, dismissPath, type Maintenance } from "../announcements.ts";
import { maintenanceEnd } from "./site-state.server.ts";

/** A string, so that pages load no component for what is nearly never there. */
export function announcementHtml(options: {
  maintenance: Maintenance | null;
  announcement: Announcement | null;
  path: string;
}): string {
  const { maintenance, announcement, path } = options;
  return [
    maintenance ? box("メンテナンス中です", maintenanceText(maintenance), "") : "",
    announcement ? box("お知らせ", announcement.text, dismissForm(announcement.id, path)) : "",
  ].join("");
}

function maintenanceText(maintenance: Maintenance): string {
  const end = maintenanceEnd(maintenance);
  const what = "聴くことはできます。投稿や変更は、終わるまでお待ちください。";
  return [end && `${end}の予定です。`, what, maintenance.note && `\n${maintenance.note}`].join("");
}

const box = (title: string, text: string, form: string) =>
  `<section aria-label="${title}" class="mx-auto w-full max-w-160 px-4 pt-4 rail:px-6"><div class="flex gap-3 rounded-card bg-voice-b-tint p-4 text-sm"><div class="min-w-0 flex-1 space-y-1"><p class="font-bold text-voice-b">${title}</p><p class="leading-[1.7] whitespace-pre-line wrap-anywhere">${escapeXml(text)}</p></div>${form}</div></section>`;

const dismissForm = (id: number, path: string) =>
  `<form method="post" action="${dismissPath}"><input type="hidden" name="id" value="${id}"><input type="hidden" name="redirect" value="${escapeXml(path)}"><button class="min-h-11 px-3 underline">閉じる</button></form>`;
