import { apiRoutes } from "./routes/api.ts";
import { resourceRoutes } from "./routes/resources.ts";
import { screenRoutes } from "./routes/screens.ts";

export default [...apiRoutes, ...resourceRoutes, ...screenRoutes];
