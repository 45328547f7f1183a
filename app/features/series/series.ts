import type { Narration } from "#app/features/creation/narration/narration.ts";
import { countCharacters } from "#app/lib/characters.ts";
import { hourMs, minuteMs } from "#app/lib/time-units.ts";

export const seriesListPath = "/series";
export const seriesPath = (id: number) => `${seriesListPath}/${id}`;

/** At the text's headings, or after some minutes. */
export const divisions = ["chapters", "3", "5", "10"] as const;
export type Division = (typeof divisions)[number];

export const newSeriesPath = (sourceId: string, division?: Division) =>
  `/sources/${sourceId}/series${division ? `?by=${division}` : ""}`;

/** Unfinished series of one member. */
export const maxSeries = 10;
export const maxEpisodes = 120;
/** Leaves room for an episode's number and heading. */
export const maxSeriesTitleLength = 40;
/** An episode is made so long before its hour. */
export const leadMs = hourMs;
/** A later episode waits for the series' next day; one that is less late is published at once. */
export const latenessMs = 6 * hourMs;
/** A series that is held up is looked at again after this time. */
export const retryMs = 10 * minuteMs;

export interface PlannedEpisode {
  heading: string;
  text: string;
  /** Approximate. */
  seconds: number;
}

/** 要点 and 短め leave sentences out: an episode's length is that of all of them. */
export const readsAll = ({ form, length }: Pick<Narration, "form" | "length">): boolean =>
  form !== "points" && length === "normal";

const maxTrackTitleLength = 100;

/** Cuts the heading, so that it fits a track's title. */
export function episodeTitle(o: { series: string; number: number; heading: string }): string {
  const title = `${o.series} 第${o.number}回${o.heading ? ` ${o.heading}` : ""}`;
  if (countCharacters(title) <= maxTrackTitleLength) return title;
  return `${[...title].slice(0, maxTrackTitleLength - 1).join("")}…`;
}

export const episodeActs = ["up", "down", "drop", "restore", "remake"] as const;
export type EpisodeAct = (typeof episodeActs)[number];
