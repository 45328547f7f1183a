import { isbot } from "isbot";

/** Whether a user agent is a robot's by its own word. Browsers always name themselves. */
export function isRobot(userAgent: string): boolean {
  return userAgent === "" || isbot(userAgent);
}
