import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  ssr: true,
  // The server build has several entries (server, worker, threads), each named after its file.
  serverBuildFile: "[name].js",
  // The whole manifest at first load: an installed app must know its routes while offline.
  routeDiscovery: { mode: "initial" },
  future: {
    v8_middleware: true,
    // A client action in a file of its own would be fetched when its form is sent: the network may be gone by then.
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
