import { endpoint } from "#app/http/core/endpoint.server.ts";
import { previewOperation } from "./preview-operation.ts";

const route = endpoint({ POST: previewOperation("v2") });
export const loader = route.loader;
export const action = route.action;
