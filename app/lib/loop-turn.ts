import { setImmediate } from "node:timers";

let turn = 0;
let isCounted = false;

/**
 * The number of the current turn of the event loop, for what need not be asked twice in one: requests of one turn were all
 * sent before it began.
 */
export function loopTurn(): number {
  if (!isCounted) {
    isCounted = true;
    setImmediate(() => {
      turn += 1;
      isCounted = false;
    });
  }
  return turn;
}
