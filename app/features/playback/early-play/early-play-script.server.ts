/**
 * The inline script that answers clicks on play buttons (`data-play`: the track's id, `data-from`: seconds) while the page's
 * scripts are on their way: it starts the sound within the click, where the track was left, and pauses it at the next click.
 * `data-tap` on the button shows the state. Written small, as it is part of every page; `takeOverEarlyPlay` ends it.
 */
export const earlyPlayScript = `addEventListener("click",window.earlyPlay={handleEvent(e){
let b=e.target.closest("[data-play]"),a=this.audio,on=a&&!a.paused,id;
if(!b)return;
e.stopPropagation();
if(on)a.pause();
if(b!=this.button){
this.button=b;
id=b.dataset.play;
a=this.audio=new Audio("/api/stream/"+id);
(this.spare||=new Audio).load();
try{a.currentTime=b.dataset.from||JSON.parse(localStorage["playback-positions"]).find(p=>p[0]==id)[1]}catch{}
a.onplaying=a.onwaiting=a.onpause=a.onerror=()=>b.dataset.tap=a.paused||a.error?"":a.readyState>2?"playing":"loading"
}else if(on)return;
a.play().catch(()=>{});
a.onwaiting()
}},true)`.replaceAll("\n", "");
