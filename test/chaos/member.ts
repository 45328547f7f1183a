import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { previewOf, publicationOf, shortText, taskEnd } from "../api/journeys.ts";
import { Client } from "../client.ts";
import type { StripeDouble } from "../stripe/double.ts";
import type { Outcome, PossibleStates } from "./possible-states.ts";

/** What all members share. */
export interface World {
  origin: string;
  states: PossibleStates;
  stripe: StripeDouble;
  random: () => number;
  /** Of every member; an act is about another one. */
  memberIds: string[];
  trackIds: number[];
  /** Answers by what they meant. */
  outcomes: Record<Outcome, number>;
}

const createdPlaylist = z.object({ id: z.number() });
const published = z.object({ trackId: z.number() });
const secret = z.object({ clientSecret: z.string() });

/** Members stay below every limit, so that a refusal means something else: 3 tracks a day, 60 payments begun an hour. */
const maxTracks = 3;
const maxActs = 1000;

/** A member who acts, notes what they were answered, and goes on whatever that was. */
export class Member {
  readonly id: string;
  readonly client: Client;
  readonly playlists: { id: number; name: string }[] = [];
  #tracks = 0;
  /** While a text is spoken they go on with other things. */
  readonly #making: Promise<void>[] = [];
  readonly #world: World;

  constructor(world: World, { id, token }: { id: string; token: string }) {
    this.#world = world;
    this.client = Client.withSession(world.origin, token);
    this.id = id;
    world.memberIds.push(id);
  }

  /** Acts until `signal` aborts, or as often as one member may in an hour. */
  async actUntil(signal: AbortSignal): Promise<void> {
    for (let acts = 0; acts < maxActs && !signal.aborted; acts += 1) {
      const chance = this.#world.random();
      if (chance < 0.4) await this.#like();
      else if (chance < 0.55) await this.#follow();
      else if (chance < 0.7) await this.#makePlaylist();
      else if (chance < 0.9) await this.#changePlaylist();
      else if (chance < 0.95) this.#making.push(this.makeTrack());
      else await this.subscribe();
      await delay(this.#world.random() * 60);
    }
  }

  /** Waits for the tracks that are being made. */
  async finish(): Promise<void> {
    await Promise.all(this.#making);
  }

  #oneOf<T>(things: readonly T[]): T | undefined {
    return things[Math.floor(this.#world.random() * things.length)];
  }

  /** An answer below 300 is a promise; one below 500 says that nothing was done; all others, and none, say nothing. */
  async #send(method: string, path: string, body?: unknown): Promise<{ outcome: Outcome; answer: unknown }> {
    const response = await this.client.send(method, path, body).catch(() => null);
    const answer: unknown = await response?.json().catch(() => undefined);
    const status = response && answer !== undefined ? response.status : 0;
    const outcome =
      status >= 200 && status < 300 ? "done" : status >= 400 && status < 500 ? "refused" : "unknown";
    this.#world.outcomes[outcome] += 1;
    return { outcome, answer };
  }

  async #toggle(thing: string, path: string, method = "POST"): Promise<void> {
    const isOn = this.#world.random() < 0.6;
    const { outcome } = await this.#send(isOn ? method : "DELETE", path);
    this.#world.states.record(thing, { before: "off", after: isOn ? "on" : "off", outcome });
  }

  async #like(): Promise<void> {
    const trackId = this.#oneOf(this.#world.trackIds);
    if (trackId) await this.#toggle(`like ${this.id} ${trackId}`, `/api/likes/${trackId}`);
  }

  async #follow(): Promise<void> {
    const other = this.#oneOf(this.#world.memberIds.filter((id) => id !== this.id));
    if (other) await this.#toggle(`follow ${this.id} ${other}`, `/api/users/${other}/follow`);
  }

  async #makePlaylist(): Promise<void> {
    if (this.playlists.length >= 4) return;
    const name = `番組 ${randomUUID()}`;
    const { outcome, answer } = await this.#send("POST", "/api/playlists", { name });
    this.#world.states.record(`playlist ${this.id} ${name}`, { before: "0", after: "1", outcome });
    if (outcome === "done") this.playlists.push({ ...createdPlaylist.parse(answer), name });
  }

  async #changePlaylist(): Promise<void> {
    const playlist = this.#oneOf(this.playlists);
    const trackId = this.#oneOf(this.#world.trackIds);
    if (!playlist || !trackId) return;
    const isOn = this.#world.random() < 0.6;
    const path = `/api/playlists/${playlist.id}/items`;
    const { outcome } = isOn
      ? await this.#send("POST", path, { trackId })
      : await this.#send("DELETE", `${path}?trackId=${trackId}`);
    // A refusal says that it is in it already, or not in it.
    this.#world.states.record(`item ${playlist.id} ${trackId}`, {
      before: "off",
      after: isOn ? "on" : "off",
      outcome: outcome === "refused" ? "unknown" : outcome,
    });
  }

  /** A text is spoken and published; each of its two acts may be answered or not. */
  async makeTrack(): Promise<void> {
    if (this.#tracks >= maxTracks) return;
    this.#tracks += 1;
    const title = `声 ${randomUUID().slice(0, 8)}`;
    const written = { script: `${shortText}\nA: ${title}です。`, title, labels: [] };
    const body = { inputText: shortText, speakingRate: 1, ...written };
    const started = await this.#send("POST", "/api/v2/background-process", body);
    const task = z.object({ taskId: z.string() }).safeParse(started.answer);
    if (!task.success) {
      this.#world.states.record(`use ${this.id} ${title}`, {
        before: "0",
        after: "1",
        outcome: started.outcome,
      });
      return;
    }
    const ended = await taskEnd(this.client, task.data.taskId);
    // A failed one gives its use back.
    const isMade = ended.status === "completed";
    this.#world.states.record(`use ${this.id} ${title}`, {
      before: "0",
      after: isMade ? "1" : "0",
      outcome: "done",
    });
    if (!isMade) return;
    const made = { ...previewOf(ended), labels: [] };
    const { outcome, answer } = await this.#send("POST", "/api/publish-track", publicationOf(made));
    this.#world.states.record(`track ${this.id} ${title}`, { before: "0", after: "1", outcome });
    const done = published.safeParse(answer);
    if (done.success) this.#world.trackIds.push(done.data.trackId);
  }

  /** Pays once; what is asked again while an answer is missing must not charge again. */
  async subscribe(): Promise<void> {
    const begun = await this.#send("POST", "/api/create-payment-intent", {});
    const parsed = secret.safeParse(begun.answer);
    if (begun.outcome === "done" && parsed.success) this.#world.stripe.pay(parsed.data.clientSecret);
    await this.#send("POST", "/api/user/upgrade-premium", {});
  }
}
