import { pino } from "pino";
import { environment } from "#app/config/environment.ts";

/**
 * The structured log. Never give it names, addresses, texts or cookies of people: ids, paths without query,
 * states and times only.
 */
export const logger = pino({ level: environment().LOG_LEVEL, base: null });
