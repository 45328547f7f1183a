import { z } from "zod";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { trackPath } from "#app/features/tracks/track-path.ts";
import { generateScriptSchema, publishTrackSchema, speakingRateSchema } from "../creation.schema.ts";
import { creationFlows, creationIntents } from "../creation-flow.ts";
import { cancelTask } from "./cancel-task.server.ts";
import { findCreationState } from "./creation-state.server.ts";
import { publishTrack } from "./publish-track.server.ts";
import { startOver } from "./start-over.server.ts";
import { startPreview } from "./start-preview.server.ts";
import { startScript } from "./start-script.server.ts";
import { waitForTask } from "./wait-for-task.server.ts";

/** A script that is written within this time is on the page that follows; a slower one is waited for there. */
const patienceMs = 3000;

const taskId = z.string({ error: "タスクを指定してください" }).max(100);

const intentSchema = z.object({ intent: z.enum(creationIntents, { error: "この操作はできません" }) });
const writeSchema = generateScriptSchema.extend({ speakingRate: speakingRateSchema.optional() });
const speakSchema = z.object({ scriptTaskId: taskId, speakingRate: speakingRateSchema.optional() });
const cancelSchema = z.object({ taskId });
const publishSchema = publishTrackSchema
  .pick({ previewFilename: true, title: true })
  .extend({ agreedToTerms: z.literal("on", { error: "利用規約への同意が必要です" }) });

export interface NextPage {
  path: string;
  /** Not a screen: the browser has to load it as a document. */
  leavesSite?: boolean;
}

/**
 * Does what a creation page's form asks for, in its field `intent`, and returns the page to show next. The rows
 * decide, not the form: script and labels are the stored ones, and a form about a script that is no longer the
 * latest (another tab, sent twice) changes nothing and leads to the page as it is now.
 * Throws `Invalid` by field, `LimitReached`, `NotAuthenticated` and `AccountNotApproved`. A script that could not be
 * written is told by the next page (`CreationState.failure`). A visitor who publishes is sent to sign in.
 */
export async function takeCreationStep(options: {
  viewer: Viewer | null;
  flow: "v1" | "v2";
  fields: Record<string, string>;
  signal: AbortSignal;
}): Promise<NextPage> {
  const { flow, fields, signal } = options;
  const here = { path: creationFlows[flow].path };
  const { intent } = checked(intentSchema, fields);
  if (!options.viewer && intent === "publish") {
    return { path: `/auth/google?redirect=${encodeURIComponent(here.path)}`, leavesSite: true };
  }
  const viewer = requireMember(options.viewer);

  if (intent === "start-over") {
    await startOver({ viewer, flow });
    return here;
  }
  if (intent === "cancel") {
    await cancelTask({ viewer, taskId: checked(cancelSchema, fields).taskId });
    return here;
  }
  if (intent === "publish") {
    const { previewFilename, title } = checked(publishSchema, fields);
    const { preview } = await findCreationState({ viewer, flow });
    const labels = preview?.previewFilename === previewFilename ? preview.labels : [];
    const { trackId } = await publishTrack({ viewer, previewFilename, title, labels });
    return {
      path: trackPath({ id: trackId, userId: viewer.id, posterCustomUserId: viewer.customUserId }),
    };
  }

  const state = await findCreationState({ viewer, flow });
  if (intent === "generate-script") {
    const { inputText, title, speakingRate } = checked(writeSchema, fields);
    if (state.running) return here;
    const task = await startScript({ viewer, flow, inputText, title, speakingRate });
    await waitForTask({ taskId: task, timeoutMs: patienceMs, signal });
    return here;
  }

  const { draft } = state;
  if (intent === "regenerate-script") {
    const { scriptTaskId, speakingRate } = checked(speakSchema, fields);
    if (!draft || state.running || state.preview || draft.taskId !== scriptTaskId) return here;
    const task = await startScript({
      viewer,
      flow,
      inputText: draft.inputText,
      title: draft.title,
      revision: { originalScript: draft.script, issues: draft.factCheck.issues, labels: draft.labels },
      speakingRate: speakingRate ?? draft.speakingRate,
    });
    await waitForTask({ taskId: task, timeoutMs: patienceMs, signal });
    return here;
  }

  const { scriptTaskId, speakingRate } = checked(speakSchema, fields);
  if (!draft || state.running || state.preview || draft.taskId !== scriptTaskId) return here;
  await startPreview({
    viewer,
    flow,
    script: draft.script,
    title: draft.title,
    inputText: draft.inputText,
    speakingRate: speakingRate ?? draft.speakingRate,
    labels: draft.labels,
    factCheck: draft.factCheck,
    scriptTaskId: draft.taskId,
  });
  return here;
}
