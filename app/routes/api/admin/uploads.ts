import { endpoint } from "#app/http/core/endpoint.server.ts";
import { uploadCall } from "#app/http/uploads/upload-call.server.ts";

const route = endpoint({ POST: uploadCall });
export const loader = route.loader;
export const action = route.action;
