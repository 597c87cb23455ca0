/** Colours of section 2.3's zone types, and of any other. */
const STYLES: Record<string, { fill: string; line: string; label: string }> = {
	common: { fill: '#f1d9a4', line: '#b98a2f', label: 'Common' },
	identified: { fill: '#d9a3c7', line: '#a3467f', label: 'Identified' },
	interior: { fill: 'none', line: '#4b5563', label: 'Interior' },
	otherTenanted: { fill: '#b9cdea', line: '#3f6cab', label: 'Other tenanted' },
	presentation: { fill: '#c9b7e6', line: '#6d4bb0', label: 'Presentation' },
	private: { fill: '#c3c7ce', line: '#5b6270', label: 'Private' },
	tenanted: { fill: '#b7dfc3', line: '#2f855a', label: 'Tenanted' },
};

const OTHER = { fill: '#e5e7eb', line: '#6b7280', label: 'Zone' };

export function zoneStyle(zoneType: unknown): { fill: string; line: string; label: string } {
	return typeof zoneType === 'string' && Object.hasOwn(STYLES, zoneType) ? STYLES[zoneType] : OTHER;
}
