// How the timeline looks, in the colours of the cabinet.

export const FLIGHT_STYLE = `
.arcade-flight{--flight-width:min(500px,46vw);position:absolute;inset:0 0 0 auto;width:var(--flight-width);z-index:2;display:flex;flex-direction:column;gap:8px;min-height:0;min-width:0;background:var(--paper);border-left:var(--rule);overflow-y:auto;padding:12px 14px 10px;font-size:17px;line-height:1.25;user-select:text;-webkit-user-select:text}
.arcade-flight[hidden]{display:none}
.arcade-flight>header{display:flex;flex-wrap:wrap;align-items:center;gap:6px}
.arcade-flight h2{font:700 26px/1 var(--face);margin-right:auto}
.arcade-flight .arcade-button{font-size:17px;min-height:40px;padding:8px 11px 9px}
.arcade-flight .arcade-button:disabled{opacity:.45}
.arcade-flight-say{color:var(--quiet)}
.arcade-flight-legend{display:flex;flex-wrap:wrap;gap:3px 14px}
.arcade-flight-legend li{display:flex;align-items:center;gap:6px;white-space:nowrap}
.arcade-flight-legend canvas{width:24px;height:18px;display:block}
.arcade-flight-heads{display:grid;font-size:14px;letter-spacing:0;line-height:1.1;border-bottom:var(--rule);padding-bottom:3px;scrollbar-gutter:stable;overflow:hidden}
.arcade-flight-heads span{align-self:end;overflow-wrap:anywhere;padding-right:5px}
.arcade-flight-rows{flex:1 0 84px;min-height:84px;overflow-y:auto;overflow-x:hidden;scrollbar-gutter:stable;position:relative;cursor:pointer;overscroll-behavior:contain;overflow-anchor:none}
.arcade-flight-rows.is-running{overflow-y:hidden}
.arcade-flight-rows canvas{position:sticky;top:0;display:block}
.arcade .arcade-flight-rows:focus-visible{outline-offset:-3px}
.arcade-flight-words{border-top:var(--rule);padding-top:6px;min-height:6.4em;overflow-wrap:anywhere}
.arcade-flight-words b{font-weight:700}
.arcade-flight-trouble{color:var(--paper);background:var(--accent);padding:6px 10px}
.arcade-flight input{display:none}
.arcade[data-timeline][data-view=play]{grid-template:"stage flight" minmax(0,1fr) "bar flight" auto "pads flight" auto/minmax(0,1fr) min(500px,46vw)}
.arcade[data-timeline][data-view=play] .arcade-flight{position:relative;grid-area:flight;width:auto}
.arcade[data-timeline][data-view=over]{padding-right:min(500px,46vw)}
@media (max-width:760px){
.arcade-flight{width:auto;left:0;border-left:0;padding:8px 12px}
.arcade-flight:not(.is-empty) .arcade-flight-say{display:none}
.arcade-flight h2{font-size:22px}
.arcade-flight{font-size:16px;gap:5px}
.arcade-flight .arcade-button{font-size:16px;padding:7px 9px 8px}
.arcade-flight-legend{gap:1px 10px}
.arcade-flight.is-frozen .arcade-flight-legend{display:none}
.arcade-flight-words{min-height:5.2em}
.arcade[data-timeline][data-view=play] .arcade-hint{display:none}
.arcade[data-timeline][data-view=play]{grid-template:"stage" minmax(0,1fr) "flight" minmax(0,54%) "bar" auto "pads" auto/minmax(0,1fr)}
.arcade[data-timeline][data-view=play] .arcade-flight{border-top:var(--rule)}
.arcade[data-timeline][data-view=play] .arcade-hud{display:none}
.arcade[data-timeline][data-view=play] .arcade-pads{height:min(20vh,150px)}
.arcade[data-timeline][data-view=over]{padding-right:0}}
@media (max-height:520px) and (orientation:landscape){
.arcade-flight{padding:6px 10px;gap:3px;font-size:15px}
.arcade-flight .arcade-button{min-height:36px;padding:4px 9px 5px}
.arcade-flight:not(.is-empty) .arcade-flight-say,.arcade-flight h2,.arcade-flight.is-frozen .arcade-flight-legend{display:none}
.arcade-flight-words{min-height:2.5em}
.arcade-flight-legend{gap:0 10px}
.arcade-flight-legend canvas{width:18px;height:14px}
.arcade[data-timeline][data-view=play]{grid-template:"stage flight" minmax(0,1fr) "bar bar" auto/minmax(0,1fr) min(500px,46vw)}
.arcade[data-timeline][data-view=play] .arcade-hud{display:none}
.arcade[data-touch=yes][data-timeline][data-view=play]{grid-template:"left stage flight right" minmax(0,1fr) "bar bar bar bar" auto/var(--left) minmax(0,1fr) min(340px,40vw) var(--right)}}
`;
