// The device of the demo capture: a motor with its load, its heat and its vibration, simulated in steps of a
// millisecond. SI units, speeds in rad/s, temperatures in °C.
#pragma once

#include "core/formats/demo_random.h"

#include <cstdint>

namespace traceglass::rtc {

enum class DemoState : std::uint8_t { boot, idle, rampUp, running, derating, fault, rampDown };
const char* demoStateName(DemoState state);

struct DemoDevice
{
    DemoRandom random;
    DemoState state = DemoState::boot;
    double commanded = 0; // speed asked for
    double target = 0;    // of the speed controller: follows the command along a ramp
    double speed = 0;
    double current = 0;      // of the motor
    double temperature = 24; // of the windings
    double voltage = 24.2;   // of the supply
    double load = 0.3;       // torque of a full conveyor
    double belt = 0;         // how full it is, 0 to 1
    double wear = 0;         // of the bearing, 0 to 1
    bool fanBlocked = false;
    double angle = 0; // of the shaft, in turns
    double accel[3] = {0, 0, 9.81};

    explicit DemoDevice(std::uint64_t seed)
        : random(seed)
    {
    }
    void step();
    double rpm() const { return speed * 9.549296585513721; }

private:
    void control();

    double m_integral = 0;
    double m_parcel = 0;
};

}
