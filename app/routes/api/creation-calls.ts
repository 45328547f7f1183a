import { z } from "zod";
import { addressParams } from "#app/features/address.schema.ts";
import {
  generateScriptSchema,
  publishTrackBody,
  regenerateScriptSchema,
  startPreviewSchema,
} from "#app/features/creation/creation.schema.ts";
import type { FlowId } from "#app/features/creation/creation.ts";
import {
  dailyUsageReply,
  publicationReply,
  scriptReply,
  startedReply,
  taskReply,
  tasksReply,
} from "#app/features/creation/creation-replies.schema.ts";
import { getDailyUsage } from "#app/features/creation/limits/daily-usage.server.ts";
import { voicesReply } from "#app/features/creation/narration/narration.schema.ts";
import { defaultNarration, withChoices } from "#app/features/creation/narration/narration.ts";
import { findVoiceOptions, findVoiceSample } from "#app/features/creation/narration/voice-sample.server.ts";
import { discardPreview } from "#app/features/creation/preview/discard-preview.server.ts";
import { startPreview } from "#app/features/creation/preview/start-preview.server.ts";
import {
  confirmPreview,
  confirmTrackOfTask,
} from "#app/features/creation/publish/confirm-publication.server.ts";
import { publishTrack } from "#app/features/creation/publish/publish-track.server.ts";
import { lineNumberSchema } from "#app/features/creation/readings/readings.schema.ts";
import {
  findFactCheck,
  findScriptHeading,
  waitForScript,
} from "#app/features/creation/script/find-script.server.ts";
import { speakLine } from "#app/features/creation/script/speak-line.server.ts";
import { startScript } from "#app/features/creation/script/start-script.server.ts";
import { cancelTask, killStuckTask } from "#app/features/creation/tasks/server/cancel-task.server.ts";
import { findTask, listTasks, toTaskReply } from "#app/features/creation/tasks/server/find-task.server.ts";
import { respondWithFile } from "#app/features/storage/file-response/respond-with-file.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import type { CallTable } from "#app/http/core/call-table.server.ts";
import { fileStatuses, forMembers, type Operation } from "#app/http/core/endpoint.server.ts";
import { longTextBytes } from "#app/http/core/read-body.server.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";

const taskParams = addressParams({ id: z.string().max(100) }, "タスクが見つかりません");

function previewOperation(flow: FlowId, summary: string): Operation {
  return forMembers({
    summary,
    description:
      "呼ぶたびに、1日の生成回数を1回使います。同じ内容でも、新しく作ります。1日の上限に達していると429になります。",
    reply: startedReply,
    errorStatuses: [409, 429],
    limit: rateLimits.startPreview,
    body: startPreviewSchema,
    maxBytes: longTextBytes,
    async handle({ viewer, body }) {
      const { inputText = "", script } = body;
      const { textKind } = await findScriptHeading({ viewer, inputText, originalScript: script });
      const taskId = await startPreview({
        viewer,
        flow,
        script: body.script,
        title: body.title ?? "",
        inputText: body.inputText ?? "",
        speakingRate: body.speakingRate,
        narration: withChoices(defaultNarration, body),
        labels: body.labels ?? [],
        textKind: body.textKind ?? textKind,
        factCheck: await findFactCheck({ viewer, script: body.script }),
      });
      const { currentCount, dailyLimit } = await getDailyUsage(viewer);
      return { taskId, currentCount, dailyLimit };
    },
  });
}

export const creationCalls: CallTable = {
  "/api/posting-status": {
    GET: forMembers({
      summary: "今日作った回数と上限を返します。",
      reply: dailyUsageReply,
      handle: ({ viewer }) => getDailyUsage(viewer),
    }),
  },
  "/api/voices": {
    GET: forMembers({
      summary: "音声を作るときに選べる声を返します。",
      reply: voicesReply,
      async handle() {
        const { voices = [], defaultVoices = null } = (await findVoiceOptions()) ?? {};
        return { voices, defaultVoices };
      },
    }),
  },
  "/api/voices/:voiceId/sample": {
    GET: forMembers({
      summary: "声の見本を返します。",
      description: "短い文をその声で読んだMP3です。",
      otherStatuses: fileStatuses,
      produces: "audio/mpeg",
      limit: rateLimits.hearVoice,
      params: z.object({ voiceId: z.string().min(1).max(100) }),
      query: z.object({
        v: z.string().optional().describe("一覧にある見本の版。同じ版の中身は変わりません"),
      }),
      async handle({ viewer, params, query, request }) {
        const { key, bytes, modified, hash } = await findVoiceSample({ viewer, voiceId: params.voiceId });
        return respondWithFile(request, {
          storage: audioStorage(),
          key,
          bytes,
          modified,
          etag: `"${hash}"`,
          contentType: "audio/mpeg",
          cacheControl: query.v === hash ? "private, max-age=31536000, immutable" : "private, no-cache",
        });
      },
    }),
  },
  "/api/generate-script": {
    POST: forMembers({
      errorStatuses: [404, 409],
      summary: "文章から台本を作ります。",
      reply: scriptReply,
      limit: rateLimits.writeScript,
      body: generateScriptSchema,
      async handle({ viewer, body, request }) {
        const { inputText, title, isV2UserContent, form, length, hasGreetings, textKind } = body;
        const flow = isV2UserContent ? "v2" : "v1";
        const narration = withChoices(defaultNarration, { form, length, hasGreetings, textKind });
        const taskId = await startScript({ viewer, flow, inputText, title, narration });
        return waitForScript({ taskId, signal: request.signal });
      },
    }),
  },
  "/api/regenerate-script": {
    POST: forMembers({
      errorStatuses: [404, 409],
      summary: "指摘事項をもとに台本を作り直します。",
      reply: scriptReply,
      limit: rateLimits.writeScript,
      body: regenerateScriptSchema,
      maxBytes: longTextBytes,
      async handle({ viewer, body, request }) {
        const { inputText, originalScript, issues, isV2UserContent } = body;
        const flow = isV2UserContent ? "v2" : "v1";
        const { title, ...heading } = await findScriptHeading({ viewer, inputText, originalScript });
        const revision = { originalScript, issues, ...heading };
        const taskId = await startScript({ viewer, flow, inputText, title, revision });
        return waitForScript({ taskId, signal: request.signal });
      },
    }),
  },
  "/api/generate-audio-preview": {
    POST: previewOperation("v1", "台本から音声を作り始めます（はじめの作成画面用）。"),
  },
  "/api/v2/background-process": { POST: previewOperation("v2", "台本から音声を作り始めます。") },
  "/api/publish-track": {
    POST: forMembers({
      summary: "プレビューを公開します。",
      reply: publicationReply,
      body: publishTrackBody,
      errorStatuses: [404, 409],
      async handle({ viewer, body }) {
        if (body.autoUpdateOnly) {
          const { previewFilename } = body;
          return { success: true, ...(await confirmPreview({ viewer, previewFilename })) };
        }
        const { previewFilename, title, labels } = body;
        const { trackId, isTakenDown } = await publishTrack({ viewer, previewFilename, title, labels });
        return {
          success: true,
          id: trackId,
          trackId,
          isWithheld: isTakenDown,
          track: { id: trackId, title },
        };
      },
    }),
  },
  "/api/cleanup-preview/:filename": {
    DELETE: forMembers({
      summary: "公開していないプレビューを削除します。",
      params: z.object({ filename: z.string().max(100) }),
      does: ({ viewer, params }) => discardPreview({ viewer, previewFilename: params.filename }),
    }),
  },
  "/api/audio-tasks/user": {
    GET: forMembers({
      summary: "自分の作業を新しい順に返します。",
      reply: tasksReply,
      handle: async ({ viewer }) => (await listTasks({ viewer })).map(toTaskReply),
    }),
  },
  "/api/audio-tasks/update-track-id": {
    POST: forMembers({
      errorStatuses: [404, 409],
      summary: "作業と公開された音声の組み合わせを確かめます。",
      body: z.object({
        sessionId: z
          .string({ error: "タスクを指定してください" })
          .min(1, "タスクを指定してください")
          .max(100),
        trackId: z.coerce
          .number({ error: "音声を指定してください" })
          .int()
          .positive()
          .max(2 ** 31 - 1),
      }),
      does: ({ viewer, body }) => confirmTrackOfTask({ viewer, ...body }),
    }),
  },
  "/api/audio-tasks/:id": {
    GET: forMembers({
      summary: "音声を作る作業の状態を返します。",
      reply: taskReply,
      params: taskParams,
      handle: async ({ viewer, params }) => toTaskReply(await findTask({ viewer, taskId: params.id })),
    }),
  },
  "/api/audio-tasks/:id/lines/:line/sound": {
    GET: forMembers({
      errorStatuses: [404, 503],
      summary: "自分の台本の1行を、その声で読んだ音声を返します。",
      description: "1日の生成回数は使いません。長い行は、はじめの300文字までです。",
      produces: "audio/mpeg",
      limit: rateLimits.hearVoice,
      params: taskParams.extend({ line: lineNumberSchema.describe("何行目か。0から数えます") }),
      query: z.object({
        edited: z
          .enum(["true", "false"], { error: "editedはtrueかfalseで指定してください" })
          .default("false")
          .describe("trueなら、まだ保存していない編集中の台本の行"),
      }),
      async handle({ viewer, params: { id, line }, query: { edited } }) {
        const bytes = await speakLine({ viewer, taskId: id, line, isEdited: edited === "true" });
        return new Response(bytes, {
          headers: { "Content-Type": "audio/mpeg", "Cache-Control": "private, no-store" },
        });
      },
    }),
  },
  "/api/audio-tasks/:id/cancel": {
    POST: forMembers({
      summary: "音声を作る作業を取り消します。",
      params: taskParams,
      does: ({ viewer, params }) => cancelTask({ viewer, taskId: params.id }),
    }),
  },
  "/api/audio-tasks/:id/kill": {
    POST: forMembers({
      errorStatuses: [409],
      summary: "長く止まっている作業を終わらせます。",
      params: taskParams,
      does: ({ viewer, params }) => killStuckTask({ viewer, taskId: params.id }),
    }),
  },
};
