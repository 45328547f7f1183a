import { publish, subscribe } from "#db/pubsub.ts";
import type { Topic } from "../topics.ts";

type Audience = { userId: string } | "console";

const channelOf = (audience: Audience) => (audience === "console" ? "console" : `user ${audience.userId}`);

/** Call it after the commit. Never throws. */
export const publishChange = (audience: Audience, topic: Topic): Promise<void> =>
  publish(channelOf(audience), topic);

/** Tells the job and the task's watchers. `userId`: null for the console's. Call it after the commit. Never throws. */
export async function publishTaskChange(task: { id: string; userId: string | null }): Promise<void> {
  const { id, userId } = task;
  await Promise.all([
    publish(`task ${id}`),
    userId === null ? publishChange("console", "console") : publishChange({ userId }, "tasks"),
  ]);
}

/** Returns the function that unsubscribes. */
export const subscribeToTask = (taskId: string, onChange: () => void): (() => void) =>
  subscribe(`task ${taskId}`, onChange);

/** The account's streams then check their sessions. */
export const publishSessionsEnded = (userId: string): Promise<void> =>
  publish(channelOf({ userId }), "sessions");

/** Null: anything may have changed; no topic: sessions have ended. Returns the function that unsubscribes. */
export const subscribeTo = (audience: Audience, onMessage: (message: string | null) => void): (() => void) =>
  subscribe(channelOf(audience), onMessage);
