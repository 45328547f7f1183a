import { expect, test } from "vitest";
import { rateLimitMessage } from "#app/features/domain-error.ts";
import { previewReadyMessage } from "./audio-task.ts";
import {
  type CreationFailure,
  failureMessage,
  limitMessage,
  malformedPreviewMessage,
  taskFailureMessage,
} from "./creation-messages.ts";

const network = "ネットワークエラーが発生しました。インターネット接続を確認して再度お試しください。";
const unclear = "処理が完了している可能性があります。ページを更新して確認してください。";
const service = "AI音声生成サービスの利用上限に達しています。しばらく時間をおいてから再度お試しください。";
const budget = "AIサービスの、今日の利用上限に達しています。明日、もう一度お試しください。";
const ownBudget = "今日は台本をたくさん作りました。続きは明日お試しください。";
const silent = "音声を作るAIサービスから、いま応答がありません。およそ5分後に、もう一度お試しください。";
const ours = "今日の投稿上限に達しました。無料プランでは1日3回まで投稿できます。明日リセットされます。";

type Row = [CreationFailure["during"], "v1" | "v2", number, string, string, string?, number?];

/** Step, flow, status, message of the server → title, description, duration. */
const table: Row[] = [
  ["script", "v2", 0, "", "エラー", network],
  ["script", "v1", 0, "", "台本生成エラー", network],
  ["script", "v2", 409, "", "エラー", unclear],
  ["script", "v2", 409, "Cross-origin request blocked", "エラー", unclear],
  ["script", "v2", 503, "Quota exceeded", "AIサービスの利用上限", service],
  ["script", "v1", 503, "quota exceeded", "AIサービスの利用上限", service],
  ["script", "v2", 503, "APIの利用上限です", "AIサービスの利用上限", service],
  ["script", "v1", 503, "APIの利用上限です", "本日の利用上限に達しました", "APIの利用上限です"],
  [
    "script",
    "v2",
    500,
    "database is locked",
    "エラー",
    "一時的なシステムエラーが発生しました。再度お試しください。",
  ],
  ["script", "v2", 500, "boom", "エラー", "台本の生成に失敗しました"],
  ["script", "v1", 502, "", "台本生成エラー", "台本の生成に失敗しました"],
  [
    "script",
    "v2",
    429,
    ours,
    "利用上限に達しました",
    "本日の音声生成回数上限に達しています。明日再度お試しください。",
  ],
  ["script", "v1", 429, ours, "本日の利用上限に達しました", ours],
  ["script", "v1", 429, budget, "本日の利用上限に達しました", budget],
  ["script", "v2", 429, budget, "AIサービスの利用上限", service],
  ["script", "v2", 429, ownBudget, "利用上限に達しました", ownBudget],
  ["script", "v1", 429, rateLimitMessage, "しばらくお待ちください", rateLimitMessage],
  ["script-fix", "v2", 429, rateLimitMessage, "しばらくお待ちください", rateLimitMessage],
  ["script", "v1", 400, "Daily limit reached", "本日の利用上限に達しました", "Daily limit reached"],
  ["script", "v2", 401, "ログインが必要です", "認証エラー", "認証状態を確認できません", 8000],
  ["script-fix", "v2", 500, "", "台本の再生成エラー", "台本の修正に失敗しました。"],
  ["script-fix", "v1", 0, "", "台本の再生成エラー", network],
  [
    "script-fix",
    "v2",
    429,
    ours,
    "利用上限に達しました",
    "本日の音声生成回数上限に達しています。明日再度お試しください。",
  ],
  ["audio", "v2", 429, ours, "投稿制限に達しました", ours, 5000],
  [
    "audio",
    "v2",
    400,
    "Daily posting limit reached",
    "投稿制限に達しました",
    "本日の投稿上限に達しました。明日リセットされるまでお待ちください。",
    5000,
  ],
  [
    "audio",
    "v1",
    503,
    "rate limit",
    "AI音声生成サービスの制限",
    "しばらく時間をおいてから再度お試しください。",
    8000,
  ],
  ["audio", "v2", 429, budget, "AI音声生成サービスの制限", budget, 8000],
  ["audio", "v2", 503, silent, "エラー", silent],
  ["audio", "v1", 0, "", "エラー", network],
  ["audio", "v1", 401, "", "認証エラー", "認証状態を確認できません", 8000],
  ["publish", "v2", 429, ours, "投稿制限に達しました", ours, 5000],
  [
    "publish",
    "v2",
    500,
    "",
    "投稿エラー",
    "音声の投稿中にエラーが発生しました。しばらく後に再試行してください。",
  ],
  ["publish", "v1", 0, "", "投稿に失敗しました", network],
  [
    "publish",
    "v2",
    400,
    "プレビューの有効期限が切れました。もう一度音声を生成してください。",
    "投稿に失敗しました",
    "プレビューの有効期限が切れました。もう一度音声を生成してください。",
  ],
];

test.each(table)("%s on %s, %d %j", (during, flow, status, message, title, description, duration) => {
  expect(failureMessage({ during, flow, status, message })).toEqual({
    title,
    description,
    tone: "error",
    ...(duration && { duration }),
  });
});

test("a failed preview shows the error that the server recorded", () => {
  const preview = { kind: "preview" as const, isRevision: false, flow: "v2" as const };
  expect(taskFailureMessage({ ...preview, message: "長すぎます" })).toMatchObject({
    title: "音声生成エラー",
    description: "長すぎます",
  });
});

test.each([
  [false, "台本生成エラー"],
  [true, "台本の再生成エラー"],
])("a script that failed, as a revision: %s", (isRevision, title) => {
  const message = "内容を変えて、もう一度お試しください。";
  const shown = taskFailureMessage({ kind: "script", isRevision, flow: "v1", message });
  expect(shown).toMatchObject({ title, description: message });
});

test.each([
  [
    { isPremium: true, dailyLimit: 10, remaining: 0 },
    "プレミアムプランでは1日10回まで投稿できます。明日リセットされます。",
  ],
  [
    { isPremium: false, dailyLimit: 3, remaining: 0 },
    "無料プランでは1日3回まで投稿できます。明日リセットされます。",
  ],
])("the limit of %j", (posting, words) => {
  expect(limitMessage({ currentCount: posting.dailyLimit - posting.remaining, ...posting })).toBe(words);
});

test("a finished preview shows the daily usage", () => {
  const { title, description } = previewReadyMessage({
    currentCount: 2,
    dailyLimit: 3,
    remaining: 1,
  });
  expect(title).toBe("音声プレビューを生成しました");
  expect(description).toBe("1回分を使用しました。本日の投稿数 2/3（残り1回）");
});

test.each([
  ['{"previewUrl":"/api/stream/x.mp3","duration":3}', undefined],
  [null, "プレビュー生成エラー"],
  ["", "プレビュー生成エラー"],
  ["null", "プレビュー生成エラー"],
  ['{"previewUrl":"/api/stream/x.mp3"}', "プレビュー生成エラー"],
  ["{", "音声の読み込みに失敗しました"],
])("the preview %j", (preview, title) => {
  expect(malformedPreviewMessage(preview)?.title).toBe(title);
});
