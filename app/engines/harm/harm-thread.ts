import { answerRequests } from "#app/engines/request-thread.ts";
import { lowerPriority } from "#app/engines/run-thread.ts";
import { judgeSentences } from "./find-harm.ts";

lowerPriority();
answerRequests(judgeSentences);
