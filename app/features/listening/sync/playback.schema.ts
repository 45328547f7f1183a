import { z } from "zod";
import { doneReply } from "#app/features/common-replies.schema.ts";
import { rates } from "#app/features/playback/playback.ts";
import { trackReply } from "#app/features/tracks/tracks.schema.ts";
import { listeningSchema } from "../listening.schema.ts";
import { maxHeard, maxQueueTracks } from "../listening.ts";

const { trackId, position } = listeningSchema.shape;

const invalidDevice = "deviceIdが正しくありません";
const deviceId = z
  .string(invalidDevice)
  .regex(/^[\w-]{8,64}$/, invalidDevice)
  .describe("端末がその訪問につけた、でたらめな名前");

const age = z
  .number({ error: "ageは秒数で指定してください" })
  .min(0, "ageは0以上で指定してください")
  .default(0)
  .describe("何秒前のことか。端末の時計のずれは影響しません");

const invalidQueue = "queueが正しくありません";
/** Browsers escape what was searched for: a hundred emoji in a category of fifty take 1,900 characters of an address. */
const maxNameUnits = 300;
const maxAddressUnits = 3000;
const queue = z.object(
  {
    name: z.string(invalidQueue).max(maxNameUnits, invalidQueue),
    path: z
      .string(invalidQueue)
      .max(maxAddressUnits, invalidQueue)
      .regex(/^\/(?!\/)/, invalidQueue),
    isPlaylist: z.boolean(invalidQueue).describe("最後の音声で終わるか"),
    isArranged: z.boolean(invalidQueue).optional().describe("順番を変えたか"),
    next: z
      .string(invalidQueue)
      .max(maxAddressUnits, invalidQueue)
      .regex(/^\/api\//, invalidQueue)
      .nullable()
      .describe("続きを返すAPIのパス"),
  },
  invalidQueue,
);

export const playbackQuery = z.object({ deviceId });

export const playbackSchema = z.object({
  deviceId,
  takesOver: z
    .boolean("takesOverが正しくありません")
    .default(false)
    .describe("この端末で再生が始まったか。ほかの端末が再生していれば、いま始まったときだけ代わります"),
  startAge: z
    .number({ error: "startAgeは秒数で指定してください" })
    .min(0, "startAgeは0以上で指定してください")
    .optional()
    .describe("何秒前に始まったか。なければageと同じ"),
  isPlaying: z.boolean("isPlayingが正しくありません"),
  trackId,
  position,
  age,
  rate: z.literal(rates, { error: "rateが正しくありません" }),
  queue: queue.extend({ trackIds: z.array(trackId, invalidQueue).max(maxQueueTracks, invalidQueue) }),
  heard: z
    .array(z.object({ trackId, position, age }), "heardが正しくありません")
    .max(maxHeard, "heardが多すぎます")
    .default([])
    .describe("履歴に残す音声と位置。通信できなかったあいだのものも送れます"),
});
export type PlaybackBody = z.infer<typeof playbackSchema>;

export const playbackStoredReply = doneReply.extend({
  isOwner: z
    .boolean()
    .nullable()
    .describe("falseなら、別の端末のものが残っています。nullなら、まだ残せていません"),
});

export const playbackReply = z
  .object({
    playback: z
      .object({
        isOwner: z.boolean().describe("この端末のものか"),
        isPlaying: z.boolean(),
        track: trackReply,
        position: z.number().describe("秒"),
        age: z.number().describe("何秒前に届いたか"),
        rate: z.literal(rates),
        queue: queue.extend({ tracks: z.array(trackReply) }),
      })
      .nullable()
      .describe("まだ何も再生していなければnull"),
    positions: z
      .array(
        z.object({ trackId: z.int(), position: z.number(), age: z.number().describe("何秒前に聴いたか") }),
      )
      .describe("最近聴いた音声の、続きから聴く位置（秒）。聴き終えたものは0"),
  })
  .meta({ id: "Playback", description: "再生の続きです。どの端末でも同じです。" });
