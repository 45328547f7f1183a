import { createHash } from "node:crypto";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { searchTextOf } from "#app/features/tracks/server/reindex-tracks.server.ts";

export interface GeneratedTrack {
  id: number;
  author: number;
  title: string;
  script: string;
  searchText: string;
  durationMs: number;
  playCount: number;
  likeCount: number;
  impressionCount: number;
  isVisible: boolean;
  uploadedAt: number;
  labels: number[];
}

const dayMs = 24 * 60 * 60 * 1000;
const spanMs = 3 * 365 * dayMs;

/** Most frequent first: a word's share follows its place (Zipf). */
const words =
  "今日 夜 音楽 京都 朝 海 旅 ラジオ 声 時間 友だち 記憶 コーヒー 散歩 雨 本 季節 星空 電車 窓 料理 物語 手紙 町 夕焼け 祖母 図書館 映画 風 歴史 カメラ 温泉 商店街 ピアノ 桜 灯台 科学 喫茶店 自転車 日記 猫 工場 神社 インターネット 落語 方言 編み物 潮風 天文台 和菓子 路面電車 古道具 万年筆 昆布 望遠鏡 水族館 金継ぎ 風鈴 羅針盤 蓄音機".split(
    " ",
  );
const frames = [
  "A: {0}の{1}について話しましょう。\nB: {2}も{3}も好きです。",
  "A: {0}を思い出しますね。\nB: ええ、{1}と{2}の{3}です。",
  "A: もし{0}が{1}だったら。\nB: {2}へ行って、{3}を見たいですね。",
];
const titles = ["{0}と{1}の話", "{0}のある{1}", "{0}、{1}、そして{2}", "{1}で聴く{0}"];
const authors = [
  "夜野かなで",
  "森のラジオ",
  "みなと",
  "あおい",
  "商店街の人",
  "Sora",
  "旅する編集部",
  "ことり",
];

/** `everyNth` track has the frequent word, `rareTracks` tracks have the rare one. */
export const planted = {
  1: { frequent: "夜", rare: "鵺" },
  2: { frequent: "です", rare: "麒麟" },
  3: { frequent: "ましょ", rare: "蜃気楼" },
  8: { frequent: "おやすみなさいね", rare: "曜変天目茶碗の話" },
} as const;
const frequentPhraseEvery = 12;
const rareTracks = 7;

/** Built-in categories and forty of members' own; the last is rare. */
export const labelNames = [
  ...builtInCategories,
  ...Array.from({ length: 40 }, (_, n) => `${words[n]}めぐり`),
  "夜明けの灯台守",
];
export const frequentLabel = builtInCategories[0];
export const rareLabel = "夜明けの灯台守";

export const authorCount = (tracks: number) => Math.max(10, Math.ceil(tracks / 200));
export const authorName = (author: number) => `${authors[author % authors.length]}${author}`;
export const authorId = (author: number) => `bench-${author}`;

/**
 * Tracks 1 to `count`, oldest first, over the three years before `now`; deterministic. One in thirty is hidden; every tenth was
 * met by nobody.
 */
export function* generateTracks(count: number, now: number): Generator<GeneratedTrack> {
  const random = sequence(count);
  const word = () => words[Math.floor(words.length ** random()) - 1] ?? "夜";
  const fill = (text: string) => text.replace(/\{\d\}/g, word);
  const one = (among: readonly string[]) => among[Math.floor(random() * among.length)] ?? "";
  const rareEvery = Math.max(1, Math.floor(count / rareTracks));
  for (let id = 1; id <= count; id++) {
    const isRare = id % rareEvery === Math.floor(rareEvery / 2);
    const author = Math.floor(random() * authorCount(count));
    const title = fill(one(titles));
    const additions = [
      id % frequentPhraseEvery === 0 ? `A: ${planted[8].frequent}。` : "",
      isRare
        ? `B: ${[planted[1], planted[2], planted[3], planted[8]].map(({ rare }) => rare).join("、")}。`
        : "",
    ];
    const script = [fill(one(frames)), ...additions].filter(Boolean).join("\n");
    const labels = [Math.floor((labelNames.length - 1) ** random()) - 1];
    if (random() < 0.5) labels.push((labels[0] ?? 0) + 1 + Math.floor(random() * 10));
    if (isRare) labels.push(labelNames.length - 1);
    const unique = [...new Set(labels.map((label) => Math.min(label, labelNames.length - 1)))];
    const known = random() < 0.9;
    const impressionCount = known ? Math.floor(2 ** (random() * 14)) : 0;
    yield {
      id,
      author,
      title,
      script,
      searchText: searchTextOf({
        title,
        author: authorName(author),
        labels: unique.map((label) => labelNames[label] ?? ""),
        script,
      }),
      durationMs: 60_000 + Math.floor(random() * 240_000),
      playCount: Math.floor(impressionCount * random() * 0.6),
      likeCount: Math.floor(impressionCount * random() * 0.1),
      impressionCount,
      isVisible: id % 30 !== 0,
      uploadedAt: Math.floor(now - spanMs + (spanMs * id) / (count + 1)),
      labels: unique,
    };
  }
}

/** In [0, 1), from `seed` alone (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const memberToken = "bench-member-session";
/** Above the authors' playlists. */
export const memberPlaylist = 1_000_000;

/** Filled besides `users`, `sessions` and `playlists`; the filler drops their indexes meanwhile. */
export const memberTables = [
  "likes",
  "listening_history",
  "notifications",
  "follows",
  "playlist_items",
  "transcript_cues",
  "renditions",
] as const;

/** Liked, heard and in the member's playlist, spread over all. */
const memberTracks = 500;
const followed = 50;

/**
 * SQL for both databases: what members leave around `count` tracks. Each track gets two cues, a rendition, and by others a
 * like, a listener, a notification and a place in a playlist. One member (`memberToken`) has a few hundred of each and follows
 * fifty people. `at`: SQL of a time in ms.
 */
export function memberRows(o: { count: number; now: number; at: (ms: number) => string }): string[] {
  const authors = authorCount(o.count);
  const now = o.at(o.now);
  const session = createHash("sha256").update(memberToken).digest("base64url");
  const fan = `'bench-' || (id * 7 % ${authors})`;
  const own = `from tracks where id % ${Math.max(1, Math.floor(o.count / memberTracks))} = 0`;
  const index = "cast(substr(id, 7) as integer)";
  return [
    `insert into users (id, provider, subject, name, email, following_count, created_at, updated_at)
     values ('member', 'local', 'member', '聴く人', 'member@example.com', ${Math.min(followed, authors)}, ${now}, ${now})`,
    `insert into sessions (id, user_id, created_at, last_active_at, expires_at)
     values ('${session}', 'member', ${now}, ${now}, ${o.at(o.now + 30 * dayMs)})`,
    `insert into transcript_cues (track_id, position, speaker, text, start_ms, end_ms)
     select id, 0, 'A', title, 0, 4000 from tracks`,
    `insert into transcript_cues (track_id, position, speaker, text, start_ms, end_ms)
     select id, 1, 'B', script, 4000, duration_ms from tracks`,
    `insert into renditions (track_id, kbps, storage_key, bytes, sha256, created_at)
     select id, 64, 'audio/' || id || '/64.mp3', duration_ms * 8, '', uploaded_at from tracks`,
    ...[
      "likes (user_id, track_id, created_at)",
      "listening_history (user_id, track_id, listened_at)",
    ].flatMap((into) => [
      `insert into ${into} select ${fan}, id, uploaded_at from tracks`,
      `insert into ${into} select 'member', id, uploaded_at ${own}`,
    ]),
    ...[
      { to: "user_id", actor: fan, some: "from tracks" },
      { to: "'member'", actor: "user_id", some: own },
    ].map(
      ({ to, actor, some }) =>
        `insert into notifications (user_id, type, actor_id, track_id, cause, bundle, is_read, created_at)
         select ${to}, 'like', ${actor}, id, 'like ' || id, 'like ' || id, id % 9 <> 0, uploaded_at ${some}`,
    ),
    ...[1, 2, 3].map(
      (step) =>
        `insert into follows (follower_id, following_id, created_at)
         select id, 'bench-' || ((${index} + ${step}) % ${authors}), created_at from users where id like 'bench-%'`,
    ),
    `insert into follows (follower_id, following_id, created_at)
     select 'member', id, created_at from users where id like 'bench-%' and ${index} < ${followed}`,
    `insert into playlists (id, user_id, name, category, is_public, public_slug, created_at, updated_at)
     select ${index} + 1, id, name, '', true, 'list', created_at, updated_at from users where id like 'bench-%'`,
    `insert into playlists (id, user_id, name, category, is_public, public_slug, created_at, updated_at)
     values (${memberPlaylist}, 'member', '夜の音', '', true, 'list', ${now}, ${now})`,
    `insert into playlist_items (playlist_id, track_id, position)
     select id % ${authors} + 1, id, (id - 1) / ${authors} + 1 from tracks`,
    `insert into playlist_items (playlist_id, track_id, position)
     select ${memberPlaylist}, id, row_number() over (order by id) ${own}`,
  ];
}
