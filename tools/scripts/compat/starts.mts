import type { OutputItem } from '../../n8n/driver/execution-result.mts';

/** How a frozen workflow is started without a person, a clock or a request. */
export interface FrozenStart {
	/** The trigger node to start from. */
	trigger: string;
	/** What nodes give that would wait for somebody, by their names. */
	pinData?: Record<string, OutputItem[]>;
}

/** A room beside those of the demo floor, as a cell of a spreadsheet has its outline. */
const OUTLINE = JSON.stringify({
	type: 'Polygon',
	coordinates: [
		[
			[153.18, -27.6663],
			[153.1801, -27.6663],
			[153.1801, -27.6664],
			[153.18, -27.6664],
			[153.18, -27.6663],
		],
	],
});

/** The example workflows that a version freezes, by file name. */
export const starts: Record<string, FrozenStart> = {
	'assets-into-rooms.json': { trigger: 'Run Once' },
	'assets-without-tenant.json': { trigger: 'Every Working Day' },
	'copy-features.json': { trigger: 'Run Once' },
	'compare-with-spreadsheet.json': {
		trigger: 'Upload a Spreadsheet',
		pinData: {
			'Upload a Spreadsheet': [{ json: {} }],
			'Read Its Rows': [{ json: { Room: '3.01', Tenant: 'Harbour Coffee', 'Cost centre': '0412' } }],
		},
	},
	'main-example.json': { trigger: 'Run Once' },
	'nightly-room-report.json': { trigger: 'Every Night' },
	'photos-to-files.json': { trigger: 'Run Once' },
	'plan-page.json': {
		trigger: 'Somebody Opens the Page',
		pinData: { 'Somebody Opens the Page': [{ json: { query: { floor: 'flr_mffk6154d1aayilo1xdyjamki' } } }] },
	},
	'push-by-webhook.json': {
		trigger: 'Features Arrive',
		pinData: {
			'Features Arrive': [
				{
					json: {
						body: {
							planCode: 'pln_b8sjon36ev7oina8ljv88sizm',
							features: [{ type: 'leaderLineIcon', position: null, icons: [] }],
						},
					},
				},
			],
		},
	},
	'rooms-to-excel.json': { trigger: 'Run Once' },
	'rooms-from-excel.json': {
		trigger: 'Upload the Edited Workbook',
		pinData: {
			'Upload the Edited Workbook': [{ json: {} }],
			'Read Its Rows': [
				{ json: { type: 'room', planCode: 'pln_b8sjon36ev7oina8ljv88sizm', geometry: OUTLINE, Name: '3.77' } },
			],
		},
	},
	'tenant-changed.json': { trigger: 'When a Room Changes' },
	'weekly-digest.json': { trigger: 'When a Room Changes' },
	'tenants-from-spreadsheet.json': {
		trigger: 'Upload a Spreadsheet',
		pinData: {
			'Upload a Spreadsheet': [{ json: {} }],
			'Read Its Rows': [{ json: { Room: '3.01', Tenant: 'Harbour Coffee', 'Cost centre': '0412' } }],
		},
	},
};
