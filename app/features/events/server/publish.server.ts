import { publish, subscribe } from "#db/pubsub.ts";
import type { Topic } from "../topics.ts";

/** Whom news is for: a member, or everybody in the console. */
export type Audience = { userId: string } | "console";

const channelOf = (audience: Audience) => (audience === "console" ? "console" : `user ${audience.userId}`);

/** Tells `audience` that something of the topic has changed. Call it after the change is committed; it never throws. */
export const publishChange = (audience: Audience, topic: Topic): Promise<void> =>
  publish(channelOf(audience), topic);

/**
 * Tells those who wait for a task, its job and whoever may watch it that its row has changed. `userId`: the member whose task it
 * is; null for the console's. Call it after the change is committed; it never throws.
 */
export async function publishTaskChange(task: { id: string; userId: string | null }): Promise<void> {
  const { id, userId } = task;
  await Promise.all([
    publish(`task ${id}`),
    userId === null ? publishChange("console", "console") : publishChange({ userId }, "tasks"),
  ]);
}

/** Calls `onChange` whenever the task changes. Returns the function that unsubscribes. */
export const subscribeToTask = (taskId: string, onChange: () => void): (() => void) =>
  subscribe(`task ${taskId}`, onChange);

/** Tells the streams of an account that sessions of it have ended. */
export const publishSessionsEnded = (userId: string): Promise<void> =>
  publish(channelOf({ userId }), "sessions");

/**
 * Calls `onMessage` with each topic of `audience` that changes, with what is no topic when sessions have ended, and with null
 * when anything may have changed. Returns the function that unsubscribes.
 */
export const subscribeTo = (audience: Audience, onMessage: (message: string | null) => void): (() => void) =>
  subscribe(channelOf(audience), onMessage);
