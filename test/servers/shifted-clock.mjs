// Loaded before a server by the tests (`node --import`): its clock is as many ms ahead as the file CLOCK_FILE says, or right
// without the file. Timers go on as they are, as those of the system do when somebody sets its clock.
import { readFileSync } from "node:fs";

const SystemDate = Date;
let shiftMs = 0;
setInterval(() => {
  try {
    shiftMs = Number(readFileSync(process.env.CLOCK_FILE, "utf8")) || 0;
  } catch {
    shiftMs = 0;
  }
}, 50).unref();

const now = () => SystemDate.now() + shiftMs;
globalThis.Date = new Proxy(SystemDate, {
  apply: () => String(new SystemDate(now())),
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
