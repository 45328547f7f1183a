import { z } from "zod";

const moment = z.date();
const cue = z.object({ speaker: z.enum(["A", "B"]), text: z.string() });
const file = z.object({ kbps: z.int(), bytes: z.int() });
const factCheck = z.object({
  status: z.enum(["verified", "issues_found"]),
  confidence: z.number(),
  summary: z.string(),
  issues: z.array(z.string()),
});

const account = z.object({
  id: z.string(),
  provider: z.enum(["google", "local", "house"]),
  subject: z.string().describe("本人確認サービスでのid"),
  name: z.string(),
  email: z.string(),
  customUserId: z.string().nullable(),
  picture: z.string().nullable(),
  xHandle: z.string().nullable(),
  state: z.enum(["approved", "pending", "denied"]),
  isPremium: z.boolean(),
  premiumStartDate: moment.nullable(),
  premiumEndDate: moment.nullable(),
  speedTrialEndsAt: moment.nullable(),
  canInvite: z.boolean(),
  invitedWith: z.string().nullable(),
  invitedBy: z.string().nullable().describe("招待した人の名前"),
  followerCount: z.int(),
  followingCount: z.int(),
  createdAt: moment,
  updatedAt: moment,
});

const track = z.object({
  id: z.int(),
  title: z.string(),
  script: z.string(),
  filename: z.string(),
  duration: z.number().describe("長さ（秒）"),
  playCount: z.int(),
  likeCount: z.int(),
  impressionCount: z.int(),
  bookmarkCount: z.int(),
  isVisible: z.boolean(),
  creationTaskId: z.string().nullable(),
  uploadedAt: moment,
  audio: z.object({ path: z.string(), files: z.array(file) }),
  labels: z.array(z.string()),
  cues: z.array(cue.extend({ start: z.number(), end: z.number() })),
});

const creationTask = z.object({
  id: z.string(),
  kind: z.enum(["script", "preview"]),
  flow: z.enum(["v1", "v2", "seed"]),
  state: z.enum([
    "queued",
    "processing",
    "script_generation",
    "audio_generation",
    "completed",
    "failed",
    "cancelled",
  ]),
  stage: z.string(),
  progress: z.int(),
  attempts: z.int(),
  inputText: z.string(),
  title: z.string(),
  script: z.string().nullable(),
  factCheck: factCheck.nullable(),
  labels: z.array(z.string()).nullable(),
  originalScript: z.string().nullable(),
  issues: z.array(z.string()).nullable(),
  speakingRate: z.number(),
  scriptTaskId: z.string().nullable(),
  previewFilename: z.string().nullable(),
  preview: z
    .object({
      path: z.string(),
      duration: z.number(),
      files: z.array(file),
      cues: z.array(cue.extend({ startMs: z.number(), endMs: z.number() })),
    })
    .nullable(),
  usageDay: z.string().nullable(),
  trackId: z.int().nullable(),
  error: z.string().nullable(),
  isDiscarded: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
  expiresAt: moment,
});

const heardTrack = { trackId: z.int(), title: z.string().nullable() };
const person = z.object({ name: z.string(), path: z.string(), since: moment });

/** All that is kept of a member, as `GET /api/auth/export` gives it (decisions, "Accounts"). */
export const exportReply = z
  .object({
    exportedAt: moment,
    account,
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        userAgent: z.string(),
        createdAt: moment,
        lastActiveAt: moment,
        expiresAt: moment,
      }),
    ),
    invitations: z.array(
      z.object({
        code: z.string(),
        maxUses: z.int(),
        usedCount: z.int(),
        isActive: z.boolean(),
        expiresAt: moment.nullable(),
        createdAt: moment,
      }),
    ),
    invitedPeople: z.array(z.object({ name: z.string() })),
    tracks: z.array(track),
    creationTasks: z.array(creationTask),
    dailyUsage: z.array(z.object({ day: z.iso.date(), count: z.int() })),
    likes: z.array(z.object({ ...heardTrack, likedAt: moment })),
    listeningHistory: z.array(
      z.object({ ...heardTrack, listenedAt: moment, position: z.number().describe("秒") }),
    ),
    following: z.array(person),
    followers: z.array(person),
    playlists: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        category: z.string(),
        description: z.string().nullable(),
        isPublic: z.boolean(),
        publicSlug: z.string().nullable(),
        impressionCount: z.int(),
        followerCount: z.int(),
        createdAt: moment,
        updatedAt: moment,
        items: z.array(z.object({ order: z.int(), ...heardTrack })),
      }),
    ),
    followedPlaylists: z.array(
      z.object({
        playlistId: z.int(),
        name: z.string().nullable().describe("いま見られないものはnull"),
        since: moment,
      }),
    ),
    consents: z.array(
      z.object({
        id: z.string(),
        cookieConsent: z.boolean(),
        analyticsConsent: z.boolean(),
        updatedAt: moment,
      }),
    ),
    notifications: z.array(
      z.object({
        type: z.string(),
        actorName: z.string().nullable(),
        trackId: z.int().nullable(),
        trackTitle: z.string().nullable(),
        playlistName: z.string().nullable(),
        isRead: z.boolean(),
        createdAt: moment,
      }),
    ),
    pushSubscriptions: z.array(
      z.object({
        service: z.string().describe("プッシュ通知を届けるサービス"),
        waiting: z.int().describe("これから届く通知の数"),
        createdAt: moment,
      }),
    ),
    contactMessages: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        subject: z.string(),
        message: z.string(),
        createdAt: moment,
        handledAt: moment.nullable(),
      }),
    ),
    trackReports: z.array(
      z.object({ ...heardTrack, reason: z.string(), comment: z.string(), createdAt: moment }),
    ),
    emails: z
      .array(
        z.object({
          to: z.string(),
          template: z.string(),
          values: z.record(z.string(), z.string()),
          createdAt: moment,
        }),
      )
      .describe("まだ届いていないメール"),
  })
  .meta({ id: "AccountExport", description: "本人について保存しているすべてのデータです。" });
