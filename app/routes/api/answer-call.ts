import { serveCalls } from "#app/http/core/call-table.server.ts";
import { callTables } from "./calls.ts";

const calls = serveCalls(callTables);
export const loader = calls;
export const action = calls;
