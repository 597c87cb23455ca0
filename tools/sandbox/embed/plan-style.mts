export const PLAN_STYLE = `
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; grid: auto 1fr auto / 1fr 15rem; background: #f3f1ec;
	font: 14px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; color: #23272f; }
header { grid-column: 1 / -1; padding: .8rem 1.4rem; background: #22303f; color: #fff;
	display: flex; align-items: baseline; gap: 1rem; }
h1 { margin: 0; font-size: 1.2rem; font-weight: 600; overflow-wrap: anywhere; }
header p { margin: 0; color: #b7c4d3; } header i { color: #6f8299; font-style: normal; padding: 0 .15rem; }
main { min-width: 0; padding: .6rem; overflow: auto; }
svg { display: block; width: max(100%, 56rem); height: auto; } svg :focus-visible { outline: 3px solid #1d4ed8; }
.empty { color: #6b7280; }
svg text { text-anchor: middle; fill: #2b313b; }
svg text.name { font-weight: 650; } svg text.use { fill: #5a6372; } svg text.tenant { fill: #2c6a94; }
svg text.aside { text-anchor: start; fill: #4b5563; }
path { vector-effect: non-scaling-stroke; stroke-linejoin: miter; }
.floor { fill: #fdfcfa; stroke: none; }
.room path { fill: #fdfcfa; stroke: #59616e; stroke-width: 1.4; } .room:hover path { fill: #eaf3ff; }
.wall { fill: #59616e; stroke: #59616e; stroke-width: 3; } .door { stroke: #c4553b; stroke-width: 4; fill: none; }
.zone { fill-rule: evenodd; mix-blend-mode: multiply; fill-opacity: .55; stroke-width: 2; pointer-events: none; }
.zone[fill=none] { stroke: #2b313b; stroke-width: 4.5; }
.pill rect { stroke-width: 1.2; vector-effect: non-scaling-stroke; } .pill text { font-weight: 600; }
.leader { stroke: #2f5d9b; stroke-width: 1.6; } .tip { fill: #2f5d9b; }
.diagram path { fill: #fff; stroke: #6b7280; stroke-width: 1.2; } .diagram .thin { fill: none; stroke: #1f8a5b; }
aside { overflow: auto; padding: 1rem 1.2rem; background: #fff; border-left: 1px solid #e0dcd3; }
h2 { margin: 0 0 .5rem; font-size: .72rem; letter-spacing: .08em; text-transform: uppercase; color: #7a8290; }
ul { list-style: none; margin: 0 0 1.4rem; padding: 0; } li { display: flex; gap: .6rem; margin-bottom: .5rem; }
li b { flex: none; width: 1rem; height: 1rem; margin-top: .15rem; border: 1.5px solid; border-radius: 4px; }
li span, td { overflow-wrap: anywhere; } small { display: block; color: #7a8290; }
table { width: 100%; border-collapse: collapse; } td { padding: .15rem 0; } td + td { text-align: right; }
footer { grid-column: 1 / -1; padding: .45rem 1.4rem; background: #fff; border-top: 1px solid #e0dcd3;
	color: #6b7280; font-size: .8rem; } footer span { float: right; font-family: monospace; }
form { margin-bottom: 1.4rem; } input:not([type]) { width: 100%; font: inherit; margin-bottom: .4rem; }
@media (max-width: 700px) { body { grid: auto auto auto auto / minmax(0, 1fr); }
	header { flex-wrap: wrap; gap: 0 1rem; }
	aside { border-left: 0; } footer span { float: none; display: block; overflow-wrap: anywhere; } }`;
