import { rateLimitMessage } from "#app/features/domain-error.ts";
import type { ToastMessage } from "#app/ui/toast/toast-message.ts";
import { previewFailureMessage, revisionFailureMessage } from "./audio-task.ts";
import type { FlowId } from "./creation.ts";
import type { CreationState, DailyUsageStatus } from "./creation-page.ts";

export interface CreationFailure {
  during: "script" | "script-fix" | "audio" | "publish" | "other";
  flow: FlowId;
  /** HTTP; 0 without a response. */
  status: number;
  /** From server or browser; may be empty. */
  message: string;
}

/** Answers to a form about a script that changed elsewhere. */
export const staleScript = {
  replaced: {
    title: "台本が新しくなっています",
    description: "ほかの画面で、台本が作り直されました。いまの台本を確かめて、もう一度お試しください。",
  },
  /** Its edits stay in the form. */
  edited: {
    title: "台本が新しくなっています",
    description:
      "ほかの画面で、台本が作り直されました。下にあるのは、ここで直していた台本です。保存すると、新しい台本と置きかわります。",
  },
  gone: {
    title: "台本がありません",
    description: "この台本は、投稿されたか、やり直されたか、保存の期限が過ぎています。",
  },
  spoken: {
    title: "音声はもうできています",
    description: "ほかの画面で、この台本の音声が作られました。",
  },
  busy: {
    title: "いまは変えられません",
    description: "ほかの画面で始めた作業が進んでいます。終わるか中止してから、もう一度お試しください。",
  },
} as const;

function staleTitle(message: string): string | undefined {
  return Object.values(staleScript).find(({ description }) => description === message)?.title;
}

const networkText = "ネットワークエラーが発生しました。インターネット接続を確認して再度お試しください。";
const unclearText = "処理が完了している可能性があります。ページを更新して確認してください。";
export const quotaText =
  "AI音声生成サービスの利用上限に達しています。しばらく時間をおいてから再度お試しください。";
const databaseText = "一時的なシステムエラーが発生しました。再度お試しください。";
const expiredPreview = /有効期限/;
const dailyLimit = /daily (posting )?limit|今日の投稿上限|本日の.*上限/i;
const quota = /quota|利用上限|rate.?limit/i;
const database = /database|データベース|sqlite|postgres/i;
const crossOrigin = /cross-origin|cors|load failed/i;

/** Shown 3 s before the page reloads. */
const sessionExpired: ToastMessage = {
  title: "認証エラー",
  description: "認証状態を確認できません",
  tone: "error",
  duration: 8000,
};

export function failureMessage(failure: CreationFailure): ToastMessage {
  if (failure.status === 401) return sessionExpired;
  if (failure.message === rateLimitMessage)
    return { title: "しばらくお待ちください", description: rateLimitMessage, tone: "error" };
  const stale = staleTitle(failure.message);
  if (stale) return { title: stale, description: failure.message, tone: "error" };
  if (failure.during === "script") return scriptMessage(failure);
  if (failure.during === "script-fix") return scriptFixMessage(failure);
  if (failure.during === "audio") return audioMessage(failure);
  if (failure.during === "publish") return publishMessage(failure);
  return {
    title: "エラー",
    description: failure.status === 0 ? networkText : failure.message || unclearText,
    tone: "error",
  };
}

/** Shown if no script can be written. `limit` is recognized beside `dailyLimit`; null repeats the server's words. */
const scriptFailures = {
  v1: {
    title: "台本生成エラー",
    limit: /利用上限/,
    limitTitle: "本日の利用上限に達しました",
    limitText: null,
  },
  v2: {
    title: "エラー",
    limit: null,
    limitTitle: "利用上限に達しました",
    limitText: "本日の音声生成回数上限に達しています。明日再度お試しください。",
  },
};

function scriptMessage(failure: CreationFailure): ToastMessage {
  const { flow, status, message } = failure;
  const { title, limit, limitTitle, limitText } = scriptFailures[flow];
  if (dailyLimit.test(message) || limit?.test(message))
    return { title: limitTitle, description: limitText ?? message, tone: "error" };
  if (quota.test(message)) return { title: "AIサービスの利用上限", description: quotaText, tone: "error" };
  // The member's share of a service is used up, not the day's generations.
  if (status === 429) return { title: limitTitle, description: message, tone: "error" };
  return {
    title,
    description: generalText(failure, "台本の生成に失敗しました"),
    tone: "error",
  };
}

function scriptFixMessage(failure: CreationFailure): ToastMessage {
  if (failure.status === 429 || quota.test(failure.message))
    return scriptMessage({ ...failure, during: "script" });
  return {
    title: "台本の再生成エラー",
    description: generalText(failure, revisionFailureMessage),
    tone: "error",
  };
}

function audioMessage(failure: CreationFailure): ToastMessage {
  const { status, message } = failure;
  if (dailyLimit.test(message)) return postingLimit(message);
  if (quota.test(message)) {
    return {
      title: "AI音声生成サービスの制限",
      description: isJapanese(message) ? message : "しばらく時間をおいてから再度お試しください。",
      tone: "error",
      duration: 8000,
    };
  }
  if (status === 429) return postingLimit(message);
  return { title: "エラー", description: generalText(failure, "音声の生成に失敗しました"), tone: "error" };
}

function publishMessage({ status, message }: CreationFailure): ToastMessage {
  if (status === 429 || dailyLimit.test(message)) return postingLimit(message);
  if (status === 0) return { title: "投稿に失敗しました", description: networkText, tone: "error" };
  if (expiredPreview.test(message))
    return { title: "投稿に失敗しました", description: message, tone: "error" };
  return {
    title: "投稿エラー",
    description: "音声の投稿中にエラーが発生しました。しばらく後に再試行してください。",
    tone: "error",
  };
}

function postingLimit(message: string): ToastMessage {
  return {
    title: "投稿制限に達しました",
    description: isJapanese(message)
      ? message
      : "本日の投稿上限に達しました。明日リセットされるまでお待ちください。",
    tone: "error",
    duration: 5000,
  };
}

const isJapanese = (message: string) => /[ぁ-ん]/.test(message);

/** The server's message; `fallback` for a fault, of which it tells nothing. A service that is away (503) is named. */
function generalText({ status, message }: CreationFailure, fallback: string): string {
  if (status === 0) return networkText;
  if (crossOrigin.test(message) || (message === "" && status < 500)) return unclearText;
  if (database.test(message)) return databaseText;
  return (status >= 500 && status !== 503) || message === "" ? fallback : message;
}

/** The toast for a failed task; `message` is the server's. */
export function taskFailureMessage(task: {
  kind: "script" | "preview";
  isRevision: boolean;
  flow: FlowId;
  message: string;
}): ToastMessage {
  const { kind, isRevision, flow, message } = task;
  if (kind === "preview") return previewFailureMessage(message);
  return failureMessage({ during: isRevision ? "script-fix" : "script", flow, status: 409, message });
}

/** The toast for a finished task whose preview is missing or incomplete; null if it is complete. */
export function malformedPreviewMessage(preview: string | null): ToastMessage | null {
  if (!preview) return { title: "プレビュー生成エラー", tone: "error" };
  try {
    const parsed: unknown = JSON.parse(preview);
    const complete =
      typeof parsed === "object" && parsed !== null && "previewUrl" in parsed && "duration" in parsed;
    return complete ? null : { title: "プレビュー生成エラー", tone: "error" };
  } catch {
    return { title: "音声の読み込みに失敗しました", tone: "error" };
  }
}

export function limitMessage({ isPremium, dailyLimit: limit }: DailyUsageStatus): string {
  return `${isPremium ? "プレミアムプラン" : "無料プラン"}では1日${limit}回まで投稿できます。明日リセットされます。`;
}

export const successMessages = {
  audioStarted: {
    title: "音声生成を開始しました",
    description: "このページを離れても処理は続きます。",
    tone: "success",
  },
  previewChanged: { title: "音声を直しました", tone: "success" },
  scriptUpdated: { title: "台本を更新しました", tone: "success" },
  published: { title: "音声を投稿しました！", seal: "投稿", tone: "success" },
  awaitingReview: {
    title: "確認のあとで公開します",
    description: "公開の前に、運営が内容を確認しています。公開したら通知でお知らせします。",
    tone: "info",
    duration: 8000,
  },
} satisfies Record<string, ToastMessage>;

/** The toast for edits of a script that another page has replaced. */
export const replacedEditsMessage: ToastMessage = {
  title: staleScript.replaced.title,
  description: "直していた文は、ページの上に残してあります。",
  tone: "info",
  duration: 8000,
};

/** The toast for edits that replaced another page's. */
export const replacedByThisMessage: ToastMessage = {
  title: "ほかの画面の変更と置きかえました",
  description: "「元に戻す」で、置きかえる前の台本に戻れます。",
  tone: "info",
  duration: 8000,
};

export const revisionCancelledMessage: ToastMessage = {
  title: "直すのを中止しました",
  description: "前の音声に戻りました。",
  tone: "info",
};

export function cancelledMessage(task: { kind: "script" | "preview"; isRefunded: boolean }): ToastMessage {
  if (task.kind === "script") return { title: "台本の作成を中止しました", tone: "info" };
  return {
    title: "音声の生成を中止しました",
    description: task.isRefunded ? "使用した1回分は戻りました。" : "使用した1回分は戻りません。",
    tone: "info",
  };
}

/** What starting over deletes. */
export function startOverLoss(
  state: Pick<CreationState, "preview" | "hasOtherPreview"> & {
    running: Pick<NonNullable<CreationState["running"]>, "kind" | "isStarted"> | null;
  },
): string {
  const other = state.hasOtherPreview ? "まだ投稿していない音声も削除します。" : "";
  return lossOfShown(state) + other;
}

function lossOfShown({ running, preview }: Parameters<typeof startOverLoss>[0]): string {
  if (running?.kind === "preview") {
    return running.isStarted
      ? "音声の生成を中止し、台本と入力した本文を削除します。使用した1回分は戻りません。"
      : "音声の生成を中止し、台本と入力した本文を削除します。始まる前なら、1回分は戻ります。";
  }
  if (running) return "台本の作成を中止し、入力した本文を削除します。";
  if (preview) return "生成した音声、台本、入力した本文を削除します。使用した1回分は戻りません。";
  return "台本と入力した本文を削除します。";
}
