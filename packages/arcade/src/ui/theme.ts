// How the cabinet looks. Every colour and face is a custom property that a game's own stylesheet may set on .arcade.

/** Contrast of ink on paper is 14:1; nothing smaller than a heading is set in an accent. */
export const THEME = `
.arcade{--paper:#f4ebdc;--ink:#191a23;--soft:#e6dac6;--quiet:#5b5648;--accent:#c23a24;--focus:#1f4fd1;
--face:"Barlow Condensed","Roboto Condensed","Arial Narrow","Helvetica Neue",sans-serif;
--rule:2px solid var(--ink);
position:fixed;inset:0;display:grid;grid-template:"stage" minmax(0,1fr) "bar" auto "pads" auto/minmax(0,1fr);
background:var(--paper);color:var(--ink);font:500 18px/1.35 var(--face);letter-spacing:.01em;
-webkit-tap-highlight-color:transparent;user-select:none;-webkit-user-select:none;overflow:hidden;
padding:env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)}
.arcade *{box-sizing:border-box}
:where(.arcade) :is(h1,h2,p,ul,dl,dd){margin:0;padding:0;list-style:none}
.arcade-screen{grid-area:screen;min-width:0;overflow:auto;overscroll-behavior:contain;display:flex;flex-direction:column;user-select:text;-webkit-user-select:text}
.arcade-screen[hidden]{display:none}
.arcade-panel{margin:auto;width:min(560px,100%);padding:28px clamp(18px,4vw,48px)}
.arcade[data-view=over]{grid-template:"stage" minmax(0,1fr) "bar" auto "screen" auto/minmax(0,1fr)}
.arcade[data-view=over] .arcade-screen{max-height:72vh;max-height:72dvh;border-top:var(--rule)}
.arcade[data-view=over] .arcade-panel{margin:0;width:100%;padding:18px 28px 20px;display:flex;flex-wrap:wrap;align-items:center;gap:10px 32px}
.arcade[data-view=over] .arcade-panel>*{margin:0}
.arcade[data-view=over] .arcade-lead{flex:1 1 16em;max-width:36em}
.arcade[data-view=over] .arcade-buttons{margin-left:auto}
.arcade[data-view=screen]{grid-template:"screen stage" minmax(0,1fr)/minmax(min(420px,60vw),5fr) minmax(0,7fr)}
.arcade[data-view=screen] .arcade-screen{border-right:var(--rule)}
.arcade-title{font-weight:700;font-size:clamp(84px,13vw,208px);line-height:.8;letter-spacing:-.02em;text-transform:uppercase;margin-left:-.05em}
.arcade-heading{font-weight:700;font-size:clamp(40px,5.4vw,76px);line-height:.92;letter-spacing:-.01em;text-transform:uppercase;overflow-wrap:anywhere}
.arcade-result{font-weight:700;font-size:clamp(40px,5.4vw,76px);line-height:.92;font-variant-numeric:tabular-nums;color:var(--quiet);white-space:nowrap}
.arcade-lead{font-size:21px;line-height:1.3;max-width:32em}
.arcade-panel>*+*{margin-top:20px}
.arcade-panel>.arcade-title+*{margin-top:14px}
.arcade-panel>.arcade-list,.arcade-panel>.arcade-buttons{margin-top:28px}
.arcade-list{border-top:var(--rule)}
.arcade-list>li{border-bottom:var(--rule)}
.arcade-row{display:flex;align-items:baseline;gap:14px;width:100%;padding:13px 4px 14px;font:inherit;color:inherit;background:none;border:0;border-radius:0;text-align:left;text-decoration:none;cursor:pointer}
.arcade-row b{font-weight:600;font-size:28px;line-height:1.05;flex:none}
.arcade-row span{color:var(--quiet);flex:1;text-align:right;line-height:1.15}
.arcade-row i{font-style:normal;font-size:24px;line-height:1;flex:none;transition:transform .16s}
.arcade-row:hover,.arcade-row:focus-visible{background:var(--ink);color:var(--paper);padding-left:14px;padding-right:14px}
.arcade-row:hover span,.arcade-row:focus-visible span{color:var(--paper)}
.arcade-row:hover i{transform:translateX(4px)}
.arcade-panel>.arcade-list.is-minor{display:grid;grid-template-columns:1fr 1fr;gap:0 20px;border:0;margin-top:16px}
.arcade-list.is-minor>li{border:0}
.arcade-row.is-minor{display:block;padding:7px 4px 8px}
.arcade-row.is-minor b{display:block;font-size:20px}
.arcade-row.is-minor span{text-align:left;font-size:16px}
.arcade-row.is-minor:is(:hover,:focus-visible){padding-left:4px;padding-right:4px}
.arcade-about{display:flex;flex-wrap:wrap;gap:0 18px;border-top:1px solid var(--soft);padding-top:6px}
.arcade-about a{color:var(--quiet);padding:8px 0;text-underline-offset:3px}
.arcade-buttons{display:flex;flex-wrap:wrap;gap:12px}
.arcade-button{font:600 20px/1 var(--face);letter-spacing:.01em;color:var(--ink);background:none;border:var(--rule);border-radius:0;padding:13px 20px 14px;min-height:48px;cursor:pointer;text-decoration:none;display:inline-flex;align-items:center;justify-content:center;text-align:center}
.arcade-button.is-main{background:var(--ink);color:var(--paper)}
.arcade-button:hover{background:var(--soft)}
.arcade-button.is-main:hover{background:var(--accent);border-color:var(--accent)}
.arcade-field{display:flex;gap:0;width:100%}
.arcade-field :is(input,textarea){resize:none;flex:1;min-width:0;font:500 19px/1.2 var(--face);color:var(--ink);background:var(--soft);border:var(--rule);border-right:0;border-radius:0;padding:11px 12px;letter-spacing:.02em}
.arcade-field textarea{field-sizing:content}
.arcade-field input::placeholder{color:var(--quiet);opacity:1}
.arcade-trouble:empty{display:none}
.arcade-trouble{margin-top:8px;border-left:10px solid var(--accent);padding-left:12px}
.arcade-code{font-weight:700;font-size:30px;letter-spacing:.06em;overflow-wrap:anywhere}
.arcade-note{color:var(--quiet)}
.arcade-panel>label{display:block}
.arcade-file input{font:inherit;max-width:100%}
.arcade-file input::file-selector-button{font:600 20px/1 var(--face);color:var(--paper);background:var(--ink);border:var(--rule);border-radius:0;padding:13px 20px 14px;margin-right:14px;cursor:pointer}
.arcade-scrub{flex:1 1 180px;min-width:0;height:32px;accent-color:var(--ink);margin:0}
.arcade-time{font-variant-numeric:tabular-nums;white-space:nowrap}
.is-replay .arcade-note:empty{display:none}
.is-replay .arcade-note:not(:empty){flex:1 1 100%}
.arcade-bindings{display:grid;grid-template-columns:repeat(auto-fit,minmax(180px,1fr));gap:20px 36px}
.arcade-bindings h3{margin:0 0 6px;font-size:20px;font-weight:700}
.arcade-binding{display:flex;align-items:center;justify-content:space-between;gap:12px;border-top:1px solid var(--ink);padding:6px 0}
.arcade-binding span::first-letter{text-transform:uppercase}
.arcade-key{font:600 19px/1 var(--face);color:var(--ink);background:var(--soft);border:var(--rule);border-radius:0;min-width:92px;min-height:44px;padding:0 12px;cursor:pointer}
.arcade-key.is-waiting{background:var(--ink);color:var(--paper)}
.arcade[data-view=over] .arcade-bindings{flex:1 1 100%}
.arcade-qr-place{--qr:min(200px,46vw);width:var(--qr);height:var(--qr)}
.arcade-qr{display:block;width:100%;height:auto;background:#fff;fill:#000}
.arcade-more summary{cursor:pointer;color:var(--quiet);padding:6px 0;width:max-content}
.arcade-more .arcade-field{margin-top:8px}
.arcade[data-view=over] .arcade-field{flex:1 1 100%}
.arcade :focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.arcade-stage:focus-visible{outline:none}
.arcade-row:focus-visible{outline:3px solid var(--ink);outline-offset:0}
@media (max-width:760px){
.arcade[data-view=screen]{grid-template:"stage" auto "screen" minmax(0,1fr)/minmax(0,1fr)}
.arcade[data-view=screen] .arcade-stage{height:min(34vh,64vw)}
.arcade[data-view=screen] .arcade-screen{border-right:0;border-top:var(--rule)}
.arcade[data-view=screen] .arcade-panel{margin:0 auto}
.arcade-panel{padding:20px 18px 28px}
.arcade[data-view=over] .arcade-panel{padding:18px;gap:14px 20px}
.arcade[data-view=over] .arcade-buttons{margin:0;width:100%}
.arcade[data-view=over] .arcade-buttons>.arcade-button{flex:1}
.arcade-title{font-size:27vw}
}
@media (max-height:520px) and (orientation:landscape){
.arcade-title{font-size:72px}
.arcade-heading{font-size:34px}
.arcade-lead{font-size:18px}
.arcade-panel{padding:14px 24px}
.arcade[data-view=over] .arcade-panel{padding:8px 12px;gap:8px 20px}
.arcade[data-view=over] :is(.arcade-heading,.arcade-result){font-size:32px}
.arcade[data-view=over] .arcade-button{min-height:44px;padding:8px 16px}
.arcade-row{padding:8px 4px}
.arcade-panel:has(.arcade-qr-place){display:grid;grid-template-columns:minmax(0,1fr) auto;gap:10px 16px}
.arcade-panel:has(.arcade-qr-place)>*{grid-column:1/-1;margin:0}
.arcade-panel:has(.arcade-qr-place)>:is(.arcade-lead,.arcade-code){grid-column:1}
.arcade-panel:has(.arcade-qr-place)>.arcade-code{font-size:24px}
.arcade-panel>.arcade-qr-place{grid-column:2;grid-row:2/span 2}
.arcade-qr-place{--qr:min(132px,34vh)}
.arcade-panel>*+*,.arcade-panel>.arcade-list,.arcade-panel>.arcade-buttons{margin-top:12px}
}
@media (prefers-reduced-motion:reduce){.arcade *{transition:none!important;animation:none!important}}
`;
