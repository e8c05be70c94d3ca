/** Where score pads begin: those of this device, and the worker that lets them be opened without a line. */
import { Keep } from "./pad-keep.js";
import { yourPads } from "./pad-yours.js";

const box = document.getElementById("yours");
if (navigator.serviceWorker) navigator.serviceWorker.register("/score/worker.js", { scope: "/score" }).catch(() => {});
if (box) void Keep.open().then((keep) => yourPads(keep, box));
