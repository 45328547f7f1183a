/**
 * The inline script that answers clicks on play buttons (`data-play`: track id, `data-from`: seconds) and on links to a second
 * of a track while the page's scripts load. It starts the sound within the click and pauses it at the next one; `data-tap`
 * shows the state. `takeOverEarlyPlay` ends it. Until the audio backend is loaded the player calls `start` too. Keep it small:
 * every page contains it.
 */
export const earlyPlayScript = `addEventListener("click",window.earlyPlay={start(id,from){
let a=this.audio;
if(!a||a.error||this.id!=id){
a?.pause();
a=this.audio=new Audio("/api/stream/"+(this.id=id));
(this.spare||=new Audio).load();
try{a.currentTime=from??JSON.parse(localStorage["playback-positions"]).find(p=>p[0]==id)[1]}catch{}
}
a.play().catch(()=>{});
return a
},handleEvent(e){
let b=e.target.closest("[data-play],[href^='/api/stream/']"),a=this.audio;
if(!b||b.href&&(e.ctrlKey||e.metaKey||e.shiftKey))return;
e.preventDefault();
e.stopPropagation();
if(b!=this.button){
a?.pause();
this.audio=a=void 0
}
if(a&&!a.paused)return a.pause();
this.button=b;
a=this.start(b.dataset.play||b.pathname.slice(12),b.hash?.slice(3)??b.dataset.from);
(a.onplaying=a.onwaiting=a.onpause=a.onerror=()=>b.ariaBusy=(b.dataset.tap=a.paused?"":a.readyState>2?"playing":"loading")=="loading")()
}},true)`.replaceAll("\n", "");
